/**
 * Fits the thresholds of `ruleBasedThresholdLevel` 0 to 3 and prints them with the table they were chosen from:
 *
 *     node scripts/fit-rule-levels.mjs <folder>/clinc150-train-val.json
 *
 * The file is CLINC150 (clinc/oos-eval, CC BY 3.0) as one object: `train`, `val`, `oos_train` and `oos_val`, each a list of
 * pairs [utterance, intent]. Each intent is a rule with its utterances of `train`. What is asked is `val`, and as out of
 * scope `oos_val` and `oos_train`, of which no rule is made. The test split is not used.
 *
 * Recall: of the utterances in scope, how many get the right rule's answer. Precision: of the answers, how many are right,
 * where two utterances out of scope come with every nine in scope, as in the test split.
 *
 * A level is the lowest whole threshold at which precision reaches its target: 75, 85, 92 and 96 %.
 */
import { readFileSync } from 'node:fs'
import { phraseIndex } from '../src/engine/rules/phrase-index.ts'

const targets = [0.75, 0.85, 0.92, 0.96]
const outOfScopeShare = 2 / 9

const [file] = process.argv.slice(2)
if (!file) {
  console.error('Say where the data is: node scripts/fit-rule-levels.mjs <folder>/clinc150-train-val.json')
  process.exit(2)
}
const data = JSON.parse(readFileSync(file, 'utf8'))
const rules = Map.groupBy(data.train, ([, intent]) => intent)
const intents = [...rules.keys()]
const index = phraseIndex([...rules.values()].map((pairs) => pairs.map(([utterance]) => utterance)))

const ask = ([utterance, intent]) => {
  const [best] = index.search(utterance, 1)
  return { score: best?.score ?? 0, isRight: best !== undefined && intents[best.entry] === intent }
}
const inScope = data.val.map(ask)
const outOfScope = [...data.oos_val, ...data.oos_train].map(ask)

const share = (answers, whole) => answers.length / whole.length
const rows = Array.from({ length: 101 }, (_, threshold) => {
  const answered = inScope.filter(({ score }) => score >= threshold)
  const recall = share(
    answered.filter(({ isRight }) => isRight),
    inScope,
  )
  const fires = share(
    outOfScope.filter(({ score }) => score >= threshold),
    outOfScope,
  )
  const answers = share(answered, inScope) + fires * outOfScopeShare
  return { threshold, recall, precision: answers === 0 ? 1 : recall / answers, fires }
})
const levels = targets.map((target) => rows.findIndex(({ precision }) => precision >= target))

const percent = (value) => (100 * value).toFixed(1).padStart(6)
console.log(
  `top-1 on val: ${percent(
    share(
      inScope.filter(({ isRight }) => isRight),
      inScope,
    ),
  )} %\n`,
)
console.log('threshold  recall %  precision %  out-of-scope fires %')
for (const { threshold, recall, precision, fires } of rows.filter(
  ({ threshold: t }) => t % 5 === 0 || levels.includes(t),
)) {
  const level = levels.includes(threshold) ? `  level ${levels.indexOf(threshold)}` : ''
  console.log(
    `${String(threshold).padStart(9)}  ${percent(recall)}    ${percent(precision)}       ${percent(fires)}${level}`,
  )
}
console.log(`\nrules:\n  levels: [${levels.join(', ')}]`)
