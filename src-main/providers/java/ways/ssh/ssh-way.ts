/**
 * SSH way: a server on another computer, reached over SSH with commands through a tunnel, or over SFTP with files alone.
 *
 * The ports and passwords of RCON and the management protocol are those of `server.properties` at each connection.
 * Through the tunnel nothing crosses the network in clear text. Panels' SFTP has no tunnels: there commands need an RCON
 * address of their own.
 */
import { isIP } from 'node:net'
import { defaultRconPort, javaAddressText, parseRconAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import { reachOf } from '../../../../network/address-reach.js'
import { ManagementConnection } from '../../management/management-connection.js'
import { managementOff } from '../../management/management-failure.js'
import { operationProblem } from '../../operation-problem.js'
import type { ConsoleConnection, ServerFiles, ServerWay } from '../../ports.js'
import { RconConnection } from '../../rcon/rcon-connection.js'
import { containerImageOf } from '../../setup/container-image.js'
import { managementSettings } from '../../setup/management-lines.js'
import { type RconSettings, rconSettings, readServerProperties } from '../../setup/rcon-settings.js'
import { SftpFiles } from './sftp-files.js'
import { type SshAddress, SshConnection, type SshDependencies } from './ssh-connection.js'

const loopback = '127.0.0.1'

const consoleOff = operationProblem(
  'rcon-off',
  'RCON is off in server.properties, so commands cannot be sent.',
  'Set enable-rcon=true and a rcon.password, then restart the server.',
)

export function createSshWay(
  added: Pick<AddedServer, 'hostKey' | 'keyFile' | 'rcon' | 'plainTextConfirmed'>,
  address: SshAddress,
  { token, login }: ServerSecrets,
  deps: SshDependencies,
): ServerWay {
  const { hostKey, keyFile } = added
  const ssh = new SshConnection({ address, hostKey, keyFile, login }, deps)
  const openFiles = () =>
    SftpFiles.open({
      place: javaAddressText(address),
      folder: address.folder,
      channel: async () => (await ssh.opened()).files(),
      // Panels' SFTP serves one channel at a time.
      ...(address.kind === 'ssh' && {
        commands: { clock: deps.clock, run: async (command: string) => (await ssh.opened()).run(command) },
      }),
    })
  const stop = async () => ssh.stop()
  if (address.kind === 'sftp') {
    const console = direct(added, token, deps)
    return { ...(console && { console }), openFiles, stop }
  }
  const console = tunnelled(ssh, token, deps, openFiles)
  const management = tunnelledManagement(ssh, deps, openFiles)
  // The server may have started with other settings.
  console.onDidChangeState(({ kind }) => {
    if (kind === 'online' && management.state.kind === 'offline') management.reconnect()
  })
  return { console, openFiles, management, stop }
}

/** RCON at its own address, as without SSH. */
function direct(
  { rcon, plainTextConfirmed }: Pick<AddedServer, 'rcon' | 'plainTextConfirmed'>,
  password: string | undefined,
  { clock, log, chance }: SshDependencies,
) {
  if (rcon === undefined || password === undefined) return undefined
  const address = { ...parseRconAddress(rcon), password, plainTextConfirmed: plainTextConfirmed === true }
  return new RconConnection(address, { clock, log, ...(chance && { chance }) })
}

type OpenFiles = () => Promise<ServerFiles>

function tunnelled(
  ssh: SshConnection,
  token: string | undefined,
  { clock, log, chance }: SshDependencies,
  openFiles: OpenFiles,
): ConsoleConnection {
  let current: RconSettings | undefined
  const rcon = new RconConnection(
    {
      host: loopback,
      port: defaultRconPort,
      password: token ?? '',
      currentPassword: async () => {
        current = undefined
        current = await settingsIn(await openFiles())
        return current.password
      },
      dial: async () => {
        const session = await ssh.opened()
        return session.dial(hostIn(current?.host ?? '', session.peer), current?.port ?? defaultRconPort)
      },
    },
    { clock, log, ...(chance && { chance }) },
  )
  // Not only when its own time comes.
  ssh.onDidOpen(() => {
    if (rcon.state.kind === 'offline') rcon.reconnect()
  })
  return {
    get state() {
      return rcon.state
    },
    onDidChangeState: rcon.onDidChangeState,
    run: (command, options) => rcon.run(command, options),
    start: () => rcon.start(),
    reconnect() {
      ssh.reconnect()
      rcon.reconnect()
    },
    stop: () => rcon.stop(),
  }
}

/** @throws GatewayError when RCON is off */
async function settingsIn(files: ServerFiles): Promise<RconSettings> {
  const settings = rconSettings(await readServerProperties(files))
  const password = (await containerImageOf(files))?.password ?? settings.password
  if (!settings.enabled || password === '') throw consoleOff
  return { ...settings, password }
}

/**
 * Where RCON listens on the other computer. The text is from there: of another computer only a private address counts,
 * and the one of the SSH server itself.
 */
const hostIn = (host: string, peer: string | undefined): string =>
  isIP(host) !== 0 && !isEveryAddress(host) && (host === peer || reachOf(host) !== 'public') ? host : loopback

const isEveryAddress = (host: string): boolean => /^[0:.]+$/u.test(host)

function tunnelledManagement(
  ssh: SshConnection,
  { clock, log, chance }: SshDependencies,
  openFiles: OpenFiles,
): ManagementConnection {
  const management = new ManagementConnection(
    {
      url: '',
      secret: '',
      current: async () => {
        const settings = managementSettings(await readServerProperties(await openFiles()))
        if (!settings) throw managementOff
        return { url: settings.address, secret: settings.secret }
      },
      dial: async ({ port }) => (await ssh.opened()).dial(loopback, Number(port || 80)),
    },
    { clock, log, ...(chance && { chance }) },
  )
  ssh.onDidOpen(() => {
    if (management.state.kind === 'offline') management.reconnect()
  })
  return management
}
