export const consoleLink = {
  open: (address: string) =>
    `[コンソールを開く](${address})\n\nこのリンクはあなた専用です。5 分以内に一度だけ使えます。`,
  isLocal:
    'このリンクは Parley が動いているマシンで開けます。ほかの人も使えるようにするには、運用担当者が `PUBLIC_URL` に公開アドレスを設定します。',
}
