/** Something that stands in a conversation, as its adapter wrote it. */
export interface Entry {
  id: string
  /** Where it stands: entries that came later have a higher one. */
  n: number
  /** Of its last change. Each change of a conversation has a higher one than all before it, and is seen after them. */
  rev: number
  /** Milliseconds since the epoch: when it was put there. */
  at: number
  /** Empty: it was taken away. */
  body: string
}

export interface TranscriptFile {
  name: string
  mimetype: string
  bytes: Uint8Array
}

/**
 * What people see in the conversations of a platform that has no servers but ours. It outlives this process, other processes see it
 * too, and it is forgotten with what was said in it. A conversation is named by the order key of its person with its agent.
 */
export interface Transcript {
  /** Of a person of a site's agent; undefined where there is no such agent. */
  keyOf(agent: string, uid: string): Promise<string | undefined>
  /** Puts it there once: what stands under that id already is left as it is, and told. */
  add(key: string, id: string, body: string): Promise<Entry>
  /** False where it is not there any more. */
  change(key: string, id: string, body: string): Promise<boolean>
  get(key: string, id: string): Promise<Entry | undefined>
  /** What was put there or changed after that, in that order, of more than a few hundred the first. */
  since(key: string, rev: number): Promise<Entry[]>
  /** The last entries that stand there, the oldest first. */
  latest(key: string): Promise<Entry[]>
  /** Calls `heard` soon after something was changed there, in whichever process. Returns what ends it. */
  watch(key: string, heard: () => void): () => void
  /** Once, as entries are. */
  addFile(key: string, id: string, file: TranscriptFile): Promise<void>
  file(key: string, id: string): Promise<TranscriptFile | undefined>
  /** Nothing is left of it, if there was one. */
  removeFile(key: string, id: string): Promise<void>
}
