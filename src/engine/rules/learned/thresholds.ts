/** From which likelihood on a group is the answer at each level, and from which on it may be suggested. Rising. */
export interface Thresholds {
  levels: readonly [number, number, number, number]
  suggest: number
}

/** How a phrase was recognised without itself. */
export interface Trial {
  share: number
  isRight: boolean
}

/** Of 100 answers so many are right at each `ruleBasedThresholdLevel`. */
const targets = [0.75, 0.85, 0.92, 0.96]
/**
 * Questions of nobody's to one of somebody's: as in CLINC150's test part two to nine where there are as many groups as there, and
 * more the fewer there are, up to as many as others.
 */
const strangersPerQuestion = (groups: number) => Math.min(1, (2 / 9) * Math.sqrt(150 / groups))
/** Of what nobody means, so much would be offered something. */
const offeredStrangers = 0.33

/** How far from that of level 2 the usual thresholds of the levels are, in logits. */
const steps = [-2.4, -1.2, 0, 1.2]
/** The usual threshold from which on something is suggested, as a logit. */
const usualSuggestion = -1.1
/** How much higher, in logits, for each e-th part of 100 groups that there are: who has few rules is asked most of what is none of them. */
const caution = 1.6
const least = 0.01
const most = 0.999

/**
 * Thresholds for one agent: those its own phrases tell of, each recognised without itself (`strangers`: and without its group),
 * half way to those that agents of as many groups and phrases usually have, the nearer to them the fewer phrases there are. So a handful of phrases
 * decides little. What is usual was read off CLINC150's training part with 1 to 100 phrases in 5 to 150 groups.
 */
export function thresholdsOf(
  trials: readonly Trial[],
  strangers: readonly number[],
  groups: number,
  phrases: number,
): Thresholds {
  const each = phrases / groups
  const trust = 1 - Math.max(5 / (5 + each), 30 / (30 + trials.length))
  const usual = -0.7 + (1.1 * Math.log(1 + groups)) / each ** 0.72 + caution * Math.max(0, Math.log(100 / groups))
  const levels = targets.map((target, i) => {
    const own = logit(fitted(trials, strangers, target, strangersPerQuestion(groups)))
    return between(own, usual + steps[i]!, trials.length === 0 ? 0 : trust)
  })
  // Level by level no lower than the one before, and a little apart, so that a scale can be laid over them.
  for (let i = 1; i < levels.length; i++) levels[i] = Math.max(levels[i]!, levels[i - 1]! + 0.001)
  const [first, second, third, fourth] = levels.map((level) => Math.min(level, most)) as [
    number,
    number,
    number,
    number,
  ]
  const suggest = between(
    logit(quantile(strangers, offeredStrangers)),
    usualSuggestion,
    strangers.length === 0 ? 0 : 0.5,
  )
  return { levels: [first, second, third, fourth], suggest }
}

/** The same from trials alone, for a measure of which nothing is usual: a level that no threshold reaches is reached by nothing. */
export function fittedThresholds(trials: readonly Trial[], strangers: readonly number[], groups: number): Thresholds {
  const shares = [...trials.map(({ share }) => share), ...strangers]
  const levels = targets.map((target) => {
    const lowest = fitted(trials, strangers, target, strangersPerQuestion(groups))
    // Half way to what would be too little: between the two nothing tells.
    const below = Math.max(0, ...shares.filter((share) => share < lowest))
    return lowest === most ? most : (lowest + below) / 2
  })
  for (let i = 1; i < levels.length; i++) levels[i] = Math.max(levels[i]!, levels[i - 1]! + 1e-6)
  const [first, second, third, fourth] = levels as [number, number, number, number]
  return { levels: [first, second, third, fourth], suggest: quantile(strangers, offeredStrangers) }
}

/** The lowest likelihood from which on so many answers are right. */
function fitted(trials: readonly Trial[], strangers: readonly number[], target: number, ratio: number): number {
  const answers = [...trials].sort((a, b) => b.share - a.share)
  const others = [...strangers].sort((a, b) => b - a)
  let lowest = most
  let right = 0
  let asked = 0
  for (const [n, { share, isRight }] of answers.entries()) {
    if (isRight) right++
    // Of those that are equally likely all are answered.
    if (answers[n + 1]?.share === share) continue
    while (asked < others.length && others[asked]! >= share) asked++
    const wrongly = others.length === 0 ? 0 : (asked / others.length) * ratio
    if (right / answers.length / ((n + 1) / answers.length + wrongly) >= target) lowest = share
  }
  return lowest
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => b - a)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

function between(own: number, usual: number, trust: number): number {
  return inverse(trust * own + (1 - trust) * usual)
}

/** Of `logit`. */
const inverse = (logit: number): number => 1 / (1 + Math.exp(-logit))

function logit(share: number): number {
  const within = Math.min(most, Math.max(least, share))
  return Math.log(within / (1 - within))
}
