export const nextSteps = {
  letIn: 'Who wants in',
  create: 'Create an agent…',
  review: 'Review what changed',
  teach: 'Add a document…',
  tryIt: 'Try a question…',
  why: 'Why that answer?',
  me: 'My data…',
}
