/**
 * SSH way: a server on another computer, reached over SSH with commands through a tunnel, or over SFTP with files alone.
 *
 * The RCON password and port are those of `server.properties` at each connection. Through the tunnel nothing crosses
 * the network in clear text. Panels' SFTP has no tunnels: there commands need an RCON address of their own.
 */
import { isIP } from 'node:net'
import { defaultRconPort, javaAddressText, type RconTarget } from '@contract/java-address.js'
import { reachOf } from '../../../../network/address-reach.js'
import { operationProblem } from '../../operation-problem.js'
import type { ConsoleConnection, ServerFiles, ServerWay } from '../../ports.js'
import { RconConnection } from '../../rcon/rcon-connection.js'
import { readProperties } from '../../setup/properties-text.js'
import { propertiesFile, type RconSettings, rconSettings } from '../../setup/rcon-settings.js'
import { SftpFiles } from './sftp-files.js'
import { SshConnection, type SshDependencies, type SshTarget } from './ssh-connection.js'

export interface SshWaySettings extends SshTarget {
  /** For the commands of a server that has files alone. */
  readonly rcon?: RconTarget
  /** Password of the console; without it that of `server.properties`. */
  readonly token?: string
  readonly plainTextConfirmed?: boolean
}

const loopback = '127.0.0.1'
const maxPropertiesBytes = 32 * 1024

const consoleOff = operationProblem(
  'rcon-off',
  'RCON is off in server.properties, so commands cannot be sent.',
  'Set enable-rcon=true and a rcon.password, then restart the server.',
)

export function createSshWay(settings: SshWaySettings, deps: SshDependencies): ServerWay {
  const ssh = new SshConnection(settings, deps)
  const { address } = settings
  const openFiles = (): Promise<ServerFiles> =>
    SftpFiles.open({
      place: javaAddressText(address),
      folder: address.folder,
      channel: async () => (await ssh.session()).files,
    })
  const console = address.kind === 'ssh' ? tunnelled(ssh, settings, deps, openFiles) : direct(settings, deps)
  return {
    ...(console && { console }),
    openFiles,
    async stop() {
      console?.stop()
      ssh.stop()
    },
  }
}

/** RCON at its own address, as without SSH. */
function direct({ rcon, token, plainTextConfirmed = false }: SshWaySettings, { clock, log, chance }: SshDependencies) {
  if (!rcon || token === undefined) return undefined
  return new RconConnection({ ...rcon, password: token, plainTextConfirmed }, { clock, log, ...(chance && { chance }) })
}

function tunnelled(
  ssh: SshConnection,
  { token = '' }: SshWaySettings,
  { clock, log, chance }: SshDependencies,
  openFiles: () => Promise<ServerFiles>,
): ConsoleConnection {
  let current: RconSettings | undefined
  const rcon = new RconConnection(
    {
      host: loopback,
      port: defaultRconPort,
      password: token,
      currentPassword: async () => {
        current = undefined
        current = await settingsIn(await openFiles())
        if (!current.enabled || current.password === '') throw consoleOff
        return current.password
      },
      dial: async () => {
        const session = await ssh.session()
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

async function settingsIn(files: ServerFiles): Promise<RconSettings> {
  return rconSettings(readProperties(await files.read(propertiesFile, maxPropertiesBytes)))
}

/**
 * Where RCON listens on the other computer. The text is from there: of another computer only a private address counts,
 * and the one of the SSH server itself.
 */
const hostIn = (host: string, peer: string | undefined): string =>
  isIP(host) !== 0 && !isEveryAddress(host) && (host === peer || reachOf(host) !== 'public') ? host : loopback

const isEveryAddress = (host: string): boolean => /^[0:.]+$/u.test(host)
