export const en = {
  restarted: 'I was restarted in the middle of this answer. Sorry.',
  stale: 'I was away when you wrote this. Shall I answer it now?',
  somethingWentWrong: 'Something went wrong on my side. Please try again.',
  agentGone: 'This agent no longer exists.',
  paused: 'All answers are paused at the moment. Please try again later.',
  shuttingDown: 'The service is restarting. Please try again in a moment.',
  queueFull: 'Too many messages of this user are still waiting for their answers. Wait for one of them and try again.',
  capReached: "This month's conversations of the plan are used up. They begin anew on the first of the month (UTC).",
}
