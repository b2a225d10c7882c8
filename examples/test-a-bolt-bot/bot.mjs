import bolt from '@slack/bolt'

/** Somebody's bot on bare Bolt: it knows nothing of Parley. `slackApiUrl` is what a test sets to lead it elsewhere. */
export function createBot({ token, appToken, slackApiUrl }) {
  const app = new bolt.App({
    token,
    appToken,
    socketMode: true,
    logLevel: bolt.LogLevel.ERROR,
    clientOptions: { slackApiUrl },
  })
  app.event('app_mention', async ({ event, say }) => {
    await say({
      thread_ts: event.ts,
      text: 'Tea or coffee?',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: 'Tea or coffee?' } },
        {
          type: 'actions',
          block_id: 'drinks',
          elements: ['Tea', 'Coffee'].map((text) => ({
            type: 'button',
            action_id: text.toLowerCase(),
            text: { type: 'plain_text', text },
          })),
        },
      ],
    })
  })
  app.action('tea', async ({ ack, respond }) => {
    await ack()
    await respond({ text: 'Tea is on its way.', replace_original: true })
  })
  return app
}
