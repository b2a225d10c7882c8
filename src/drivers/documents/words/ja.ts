import type { en as english } from './en.ts'

export const ja: typeof english = {
  unknown: (name) =>
    `ファイル ${name} は読み取れない形式です。テキスト、コード、Markdown、HTML、CSV、PDF、Word（.docx）、Excel（.xlsx）、PowerPoint（.pptx）、メール（.eml）、またはそれらの zip を利用してください。`,
  old_office: (name) =>
    `ファイル ${name} は古い形式、またはパスワード付きの Office ファイルです。パスワードなしの .docx、.xlsx、.pptx か PDF で保存し直してください。`,
  web_page: (name) =>
    `ファイル ${name} の代わりに、サインインしていない相手に返される Web ページが届きました。ファイルそのものをもう一度送ってください。それでも読めないときは、アプリにファイルを読む権限があるか管理者に確認してください。`,
  nothing_inside: (name) =>
    `ファイル ${name} は、読み取れるファイルを含まないアーカイブです。中のファイルを個別に送ってください。アーカイブの中のアーカイブは開きません。`,
  encrypted: (name) => `ファイル ${name} はパスワードで保護されています。パスワードを解除して保存し直してください。`,
  broken: (name) =>
    `ファイル ${name} は破損していて読み取れません。作成したアプリケーションから書き出し直してください。`,
  empty: (name) => `ファイル ${name} にはテキストがありません。見つけられる内容がありません。`,
  no_text: (name) =>
    `ファイル ${name} にはテキストがありません。スキャンした文書は画像だけなので、先に文字認識（OCR）を行ってください。`,
  too_deep: (name) =>
    `ファイル ${name} は入れ子が深すぎて読み取れません。作成したアプリケーションから書き出し直してください。`,
  too_much: (name) =>
    `ファイル ${name} は読み取りに時間またはメモリーがかかりすぎます。小さなファイルに分割してください。`,
}
