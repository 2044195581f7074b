/**
 * Network namespaces: a computer and its LAN peers in a network of their own, connected by a pair of virtual
 * interfaces.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Why there can be none here; undefined when there can. */
export function whyNoNamespaces(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are a part of Linux'
  const made = spawnSync('unshare', ['-rn', 'ip', 'link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'lan1'])
  return made.status === 0 ? undefined : 'this system lets nobody make network namespaces with unshare and ip'
}

/** Starts a command in a namespace of its own, before which `newNamespace` is written. */
export const newNamespace = ['unshare', '-rn', '--kill-child', '--'] as const

/** Written before a command that runs in the namespace of this process. */
export const inNamespaceOf = (pid: number | undefined): readonly string[] => [
  'nsenter',
  '--target',
  String(pid),
  '--user',
  '--net',
  '--preserve-credentials',
  '--',
]

const relayFile = path.join(import.meta.dirname, 'relay.cjs')

export interface Network {
  /** Relays each of the peers' addresses, as `<folder>/<address>.sock`. @param target HOST:PORT */
  relayPeers(folder: string, target: string, addresses: readonly string[]): Promise<void>
  /** The same from the computer itself. */
  relayOwn(folder: string, target: string, addresses: readonly string[]): Promise<void>
  close(): Promise<void>
}

/**
 * Gives the computer, a process in its own namespace, one network interface with an address and a link to its peers.
 *
 * @param computer is in its namespace already @param own with its length of network: `192.168.77.1/24` @param peers the same, each
 * @param routed networks that the computer reaches through the link
 */
export async function connectNetwork(
  computer: ChildProcess,
  own: string,
  peers: readonly string[],
  routed: readonly string[],
): Promise<Network> {
  const processes: ChildProcess[] = []
  const start = (command: readonly string[]): ChildProcess => {
    const [file = '', ...args] = command
    const started = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    processes.push(started)
    return started
  }
  const close = async () => {
    await Promise.all(
      processes.map(async (one) => {
        if (one.exitCode !== null || one.signalCode !== null) return
        const ended = once(one, 'exit')
        one.kill('SIGKILL')
        await ended
      }),
    )
  }
  const holding = start([
    ...inNamespaceOf(computer.pid),
    'unshare',
    '--net',
    '--',
    process.execPath,
    '--eval',
    "process.send('ready'); process.on('disconnect', () => process.exit())",
  ])
  await once(holding, 'message')
  const run = (pid: number | undefined, command: string) => {
    const [file = '', ...args] = [...inNamespaceOf(pid), 'ip', ...command.split(' ')]
    execFileSync(file, args)
  }
  run(computer.pid, 'link set lo up')
  run(computer.pid, `link add lan0 type veth peer name lan0 netns ${holding.pid}`)
  run(computer.pid, `addr add ${own} dev lan0`)
  run(computer.pid, 'link set lan0 up')
  for (const address of peers) run(holding.pid, `addr add ${address} dev lan0`)
  run(holding.pid, 'link set lan0 up')
  for (const network of routed) run(computer.pid, `route add ${network} dev lan0`)

  const relayIn = async (pid: number | undefined, args: readonly string[]) => {
    await once(start([...inNamespaceOf(pid), process.execPath, relayFile, ...args]), 'message')
  }
  return {
    relayPeers: (folder, target, addresses) => relayIn(holding.pid, [folder, target, ...addresses]),
    relayOwn: (folder, target, addresses) => relayIn(computer.pid, [folder, target, ...addresses]),
    close,
  }
}
