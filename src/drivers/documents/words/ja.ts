import type { en as english } from './en.ts'

export const ja: typeof english = {
  unknown: (name) =>
    `ファイル ${name} は読み取れない形式です。Markdown、テキスト、HTML、PDF、Word（.docx）を利用してください。`,
  old_office: (name) =>
    `ファイル ${name} は古い形式、またはパスワード付きの Office ファイルです。パスワードなしの .docx か PDF で保存し直してください。`,
  not_word: (name) =>
    `ファイル ${name} は Word 文書ではないアーカイブです。中のファイルを個別に追加するか、.docx か PDF で保存し直してください。`,
  encrypted: (name) => `ファイル ${name} はパスワードで保護されています。パスワードを解除して保存し直してください。`,
  broken: (name) =>
    `ファイル ${name} は破損していて読み取れません。作成したアプリケーションから書き出し直してください。`,
  no_text: (name) =>
    `ファイル ${name} にはテキストがありません。スキャンした文書は画像だけなので、先に文字認識（OCR）を行ってください。`,
  too_much: (name) =>
    `ファイル ${name} は読み取りに時間またはメモリーがかかりすぎます。小さなファイルに分割してください。`,
}
