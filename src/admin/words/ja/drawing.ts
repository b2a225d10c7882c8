import type { drawingWords as en } from '../en/drawing.ts'

export const drawingWords: typeof en = {
  start: '開始',
  whileWaiting: '待っている間',
  after: (time) => `${time} 経過`,
  byItself: (time) => `${time} 後に自動で`,
  asked: (times) => `${times} 回たずねた`,
  begins: '会話の開始',
  anything: '何でも',
  jump: '移動',
  kinds: {
    start: '開始',
    waits: '待つ',
    calls: '呼び出し',
    says: '',
    end: '終わり',
    any: '待っているどのノードからも',
  },
}
