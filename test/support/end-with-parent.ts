import { type ChildProcess, spawn } from 'node:child_process'

/** Looks each second whether `$0` is alive, and kills `$1` when it is not. */
const watch = 'while kill -0 "$0" 2>/dev/null; do kill -0 "$1" 2>/dev/null || exit; sleep 1; done; kill -9 "$1"'

/** A child that must not outlive this process, however this one ends: a test worker that is killed runs no clean-up. */
export function endWithParent<Child extends ChildProcess>(child: Child): Child {
  const pids = [process.pid, child.pid!].map(String)
  spawn('sh', ['-c', watch, ...pids], { detached: true, stdio: 'ignore' }).unref()
  return child
}
