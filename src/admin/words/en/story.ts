import { countedEn } from '../../../lib/counts.ts'
import { moment } from '../../../lib/moment.ts'
import type { StateRefusal, StateWriter } from '../../../model/state.ts'
import type { SlotTrace, WatchTrace } from '../../../model/trace.ts'
import { passages, type Story, seconds } from '../story.ts'

/** What `WebhookOutcome.failed` and the engine's own reasons mean, where a word does not say it. */
const failedCall: Readonly<Record<string, string>> = {
  connection: 'could not be reached',
  timeout: 'did not answer in time',
  refused: 'its address may not be called',
  redirect: 'wanted to lead elsewhere, which is not followed',
}

const toolOutcomes: Readonly<Record<string, string>> = {
  asked: 'somebody was asked first',
  done: 'it was called',
  failed: 'it was called and failed',
  unknown: 'it was called, and nobody can say what came of it',
  refused: 'it was not called',
  changed: 'its server says something else of it than when somebody looked at it, so it is off',
  away: 'its server could not be asked what it offers',
}

const watchEnds: Readonly<Record<WatchTrace['end'], string>> = {
  same: 'it gave the same as the last time',
  not_yet: 'it has not come yet',
  come: 'it has come',
  unjudged: 'no model could say whether it has come',
  failed: 'it gave nothing',
  later: 'it was not called this time',
  off: 'it may not be called any more',
}

const writers: Readonly<Record<StateWriter, string>> = {
  scenario: 'the agent',
  webhook: 'a webhook',
  admin: 'an admin',
  caller: 'the caller',
  model: 'the model',
}

const slotSources: Readonly<Record<SlotTrace['by'], string>> = {
  start: 'the sentence that began the scenario',
  said: 'what was said',
  chosen: 'a button',
  given: 'another scenario',
  model: 'what the model read in what was said',
}

const refusals: Readonly<Record<StateRefusal, string>> = {
  not_writable: 'the agent lets others write it',
  held: 'scenarios or webhooks go by what somebody else has written there',
  not_of_type: 'it is no value of the declared type',
  ill_formed: 'it holds characters that cannot be kept',
  too_large: 'it is too large',
}

const givenUp = 'The platform would not take the whole answer for a quarter of an hour, so it was given up.'

/** What whoever judges said of a text. */
const ends = {
  passed: 'may be said',
  refused: 'was refused',
  unreachable: 'could not be judged',
}

export const story: Story = {
  head: ({ id, agent, version, uid, startedAt }) =>
    `Turn ${id}: ${uid || 'somebody without a uid'} with ${agent} (version ${version}), ${moment(startedAt)}`,
  heard: (text) => `They said: “${text}”`,
  forgotten: 'What they said is not kept any more.',
  neverAnswered: 'What they said was never kept: only what is answered is.',
  nobodys: 'What they said was never kept: nobody knows who they are, since they have no id.',
  unfinished: 'It has not come to an answer yet.',
  attempts: (count) => `It took ${count} attempts.`,
  interrupted: {
    stopped: 'The person stopped the answer.',
    model_interrupted: 'The answer is not whole: the model broke off.',
    failed: 'There was no answer, and the person was told so.',
    rejected: 'The message could not be answered, and the person was told why.',
    undelivered: givenUp,
  },
  delivery: {
    plain: (why) => `Its place refused it as it was (${why}), so it was shown in plain words.`,
    file: (why) => `Its place refused its words (${why}), so it was shown as a file.`,
    alone: (why) => `Its place would not have it (${why}), so the person was told alone.`,
    apology: (why) => `Its place would not have it (${why}), which a message there says, with Retry.`,
    unsure: () => 'Nobody could find out whether it arrived, which a message there says, with Retry.',
    given_up: () => givenUp,
    nobody: (why) => `Its place would not have it (${why}), and nobody could be told.`,
  },
  wire: ({ calls, ms, waited, limited, unknown, refused }) =>
    `Shown by ${countedEn(calls, 'call')} in ${seconds(ms)}${waited > 0 ? `, of which ${seconds(waited)} were waited for room in the platform’s limits` : ''}${limited > 0 ? `; it wanted a pause ${limited === 1 ? 'once' : `${limited} times`}` : ''}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}${unknown > 0 ? `; ${countedEn(unknown, 'call')} of which nobody knew whether it was done` : ''}.`,
  answered: (text) => `The answer: “${text}”`,
  votes: ({ good, bad }) => `Found good by ${good}, bad by ${bad}.`,
  opinion: (words) => `Somebody wrote of it: “${words}”`,
  intent: ({ asked, chosen, error, ms }) =>
    `The model was asked which of ${asked} intents was meant: ${error ?? (chosen === undefined ? 'none' : `“${chosen}”`)}, in ${seconds(ms)}.`,
  noted: ({ what, added = 0, dropped = 0, error, ms }) =>
    `${what === 'summary' ? 'The oldest of the conversation was summed up' : 'What is to be known of the person was noted'}: ${error ?? `${added} new, ${dropped} dropped`}, in ${seconds(ms)}.`,
  skipped: 'Scenarios were passed over: they need to know who is talking, and the call had no uid.',
  scenario: ({ id, version, by, path, ended }) =>
    `Scenario ${id} (version ${version}): ${by}${path.length > 0 ? ` → ${path.join(' → ')}` : ''}${ended ? `, and ended: ${ended}` : ''}.`,
  slot: ({ name, by, at, corrected, fault }) =>
    `Slot ${name} ${fault ? `would not do (${fault})` : corrected ? 'was corrected' : 'was filled'}, by ${slotSources[by]}${at ? `, characters ${at[0] + 1} to ${at[1]} of what was said` : ''}.`,
  rule: ({ index, phrase, score, threshold, words }) =>
    `The rule most alike was number ${index + 1}, “${phrase}”: ${score.toFixed(1)} of 100, where ${threshold} is needed${score >= threshold ? '' : ', so it was not used'}${words ? `; what told most: ${words.join(', ')}` : ''}.`,
  suggested: (phrases) =>
    `Offered, because it may have been meant: ${phrases.map((phrase) => `“${phrase}”`).join(', ')}.`,
  query: ({ ms, error }) =>
    error
      ? `The model was asked what to search for, but gave no answer: ${error}; what they said was searched for.`
      : `The model was asked what to search for, in ${seconds(ms)}.`,
  withoutVectors: (why) => `Knowledge was searched by its words alone: ${why}.`,
  knowledge: (of) =>
    of.passages.length === 0
      ? `Knowledge: nothing found at ${of.threshold} or better, in ${seconds(of.ms)}.`
      : `Knowledge: ${countedEn(of.passages.length, 'passage')} in ${seconds(of.ms)}: ${passages(of)}.`,
  context: ({ messages, files, pages = 0, leftOut, hasMore, calls, unseen = [], ms }) =>
    [
      `Seen around it: ${[
        countedEn(messages, 'message'),
        ...(files > 0 ? [countedEn(files, 'file')] : []),
        ...(pages > 0 ? [countedEn(pages, 'page')] : []),
        ...(leftOut > 0 ? [`${hasMore ? 'at least ' : ''}${leftOut} left out`] : []),
        ...(leftOut === 0 && hasMore ? ['others left out'] : []),
      ].join(', ')}; the platform was asked ${calls === 0 ? 'nothing' : countedEn(calls, 'time')}, in ${seconds(ms)}.`,
      ...unseen,
    ].join(' '),
  tool: ({ name, policy, outcome, ms }) =>
    `Tool ${name} (policy ${policy}): ${toolOutcomes[outcome] ?? outcome}${ms > 0 ? ` in ${seconds(ms)}` : ''}.`,
  watched: ({ tool, end, error, ms }) =>
    `What the person waits for was looked at by ${tool}: ${watchEnds[end]}${error ? ` (${error})` : ''}, in ${seconds(ms)}.`,
  webhook: (name, outcome, ms) => `Webhook ${name}: ${failedCall[outcome] ?? outcome} in ${seconds(ms)}.`,
  written: (keys, by) => `Written into the state by ${writers[by]}: ${keys.join(', ')}.`,
  notWritten: (keys, by, why) =>
    `Not written into the state, though ${writers[by]} wanted it: ${keys.join(', ')} (${refusals[why]}).`,
  itsOwnKey: 'a key of its own',
  model: ({
    id,
    upstream,
    fallback,
    inputTokens,
    outputTokens,
    cachedTokens,
    reasoningTokens,
    leftOut,
    rounds,
    firstTextMs,
    ms,
    end,
  }) =>
    `Model ${id}${upstream === id ? '' : ` (served by ${upstream})`}: ${firstTextMs === undefined ? '' : `first text after ${seconds(firstTextMs)}, `}${seconds(ms)} in all${rounds > 1 ? `, ${rounds} rounds` : ''}${leftOut ? `, ${leftOut} older messages left out because its server would not take so much` : ''}${inputTokens === undefined ? '' : `, ${inputTokens} tokens in${cachedTokens ? ` (${cachedTokens} cached)` : ''} and ${outputTokens} out${reasoningTokens ? ` (${reasoningTokens} of them thought)` : ''}`}, ended: ${end}${fallback === undefined ? '' : `. It answered in place of the one that was meant: ${fallback}`}.`,
  moderation: ({ of, end, categories = [], error, ms }) =>
    `${of === 'people' ? 'What they wrote' : 'What the model wrote'} ${ends[end]}${categories.length > 0 ? ` (${categories.join(', ')})` : ''}${error ? ` (${error})` : ''}, judged in ${seconds(ms)}.`,
  handover: ({ id, why, passed }) =>
    why
      ? `It was offered to pass this on to a person, ${{ wish: 'as they wished', scenario: 'as a scenario ended with it', thumb: 'after a thumb down', unanswered: 'after questions without an answer' }[why]} (hand-over \`${id.slice(0, 8)}\`).`
      : `No engine was asked: it belongs to hand-over \`${id.slice(0, 8)}\` (${{ 'to team': 'passed on to the team', 'to person': 'passed on to the person', card: 'the card of the team', notice: 'how it stands', suggestion: 'what the agent would answer, for the team alone' }[passed ?? 'notice']}).`,
  masked: (count) => `Masked in the answer: ${countedEn(count, 'secret')}.`,
  modelError: (code, detail) => `The model gave no answer: ${detail ? `${code} (${detail})` : code}.`,
  source: {
    opening: (ms) => `A conversation began: the opening was said, after ${seconds(ms)}.`,
    scenario: (ms) => `The scenario answered, after ${seconds(ms)}.`,
    rule: (ms) => `The rule answered, after ${seconds(ms)}.`,
    knowledge: (ms) => `The best passage was the answer, after ${seconds(ms)}.`,
    model: (ms) => `The model answered, after ${seconds(ms)}.`,
    fixed: (ms) => `Nothing else answered, so a fixed text was said, after ${seconds(ms)}.`,
    none: (ms) => `No answer was made, after ${seconds(ms)}.`,
  },
}
