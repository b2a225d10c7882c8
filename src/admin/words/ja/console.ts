export const consoleWords = {
  noPublicUrl:
    'ブラウザから Parley を開くアドレスが設定されていません。運用担当者が PUBLIC_URL を設定します（例: https://parley.example.com）。',
  noHandover: 'その引き継ぎはないか、あなたが管理するエージェントのものではありません。',
  noTurn: 'そのターンはないか、あなたが管理するエージェントのものではありません。',
  noSession: 'そのセッションはありません。すでに終了した可能性があります。',
  linkIsGone:
    'このリンクではコンソールを開けません。リンクは 5 分以内に一度だけ使えます。`/agent console` で新しいリンクを取得してください。',
  signedOut: 'サインインしていないか、サインインが終了しました。`/agent console` で新しいリンクを取得してください。',
  ownPageOnly:
    'この操作はコンソールの画面からだけ行えます。PUBLIC_URL のアドレス、またはこのマシンの localhost で開いてください。',
  notYours: 'あなたの権限では、この操作はできません。',
}
