/**
 * Guard: a small process that ends the services when this program is gone without having ended them itself.
 *
 * It reads the groups from a pipe. The kernel closes the pipe when we die, whatever killed us. Started with the first
 * service, ended with the last. Where the system shows the environment of processes, those that left the tree are found
 * by their mark; what a crash of the computer's power left is ended at the next start, by the same mark.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/** Groups come as `+ID` and go as `-ID`, `q` ends the guard alone; at the end of the input all that are left are ended, and what descends from them. */
const script = `groups=" "
while read -r line; do
  case "$line" in
    q) exit 0 ;;
    +*) groups="$groups\${line#+} " ;;
    -*) id="\${line#-}"; groups=$(printf '%s' "$groups" | sed "s/ $id / /") ; groups="$groups " ;;
  esac
done
ids="$groups"
found="$groups"
while [ -n "$(printf '%s' "$found" | tr -d ' ')" ]; do
  next=" "
  for parent in $found; do
    for child in $(ps -Ao pid=,ppid= | awk -v p="$parent" '$2 == p { print $1 }'); do next="$next$child "; done
  done
  found="$next"
  ids="$ids$next"
done
marked() { for file in $(grep -las -- "$1" /proc/[0-9]*/environ); do id="\${file#/proc/}"; echo "\${id%/environ}"; done; }
[ -d /proc/1 ] && ids="$ids $(marked "$1")"
for id in $groups; do kill -s TERM -- "-$id"; done
for id in $ids; do kill -s TERM "$id"; done
sleep 1
[ -d /proc/1 ] && ids="$ids $(marked "$1")"
for id in $groups; do kill -s KILL -- "-$id"; done
for id in $ids; do kill -s KILL "$id"; done`

const windows = process.platform === 'win32'

export class Guard {
  readonly #mark: string
  #child: ChildProcess | undefined
  readonly #groups = new Set<number>()

  /** @param mark that stands in the environment of what is guarded */
  constructor(mark: string) {
    this.#mark = mark
  }

  /** Takes a process group under guard; returns the function that takes it out. Never throws: a guard is a second net. */
  readonly add = (pid: number): (() => void) => {
    // On Windows children of a program that ends are ended by the job it belongs to; deeper ones are not.
    if (windows) return () => {}
    this.#groups.add(pid)
    this.#child ??= start(this.#mark)
    this.#say(`+${pid}`)
    return () => {
      if (!this.#groups.delete(pid)) return
      this.#say(`-${pid}`)
      if (this.#groups.size > 0) return
      // Nothing is left to guard: what starts meanwhile has a guard of its own.
      this.#say('q')
      this.#child?.stdin?.end()
      this.#child = undefined
    }
  }

  #say(line: string): void {
    if (this.#child?.stdin?.writable) this.#child.stdin.write(`${line}\n`)
  }
}

function start(mark: string): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  return child
}
