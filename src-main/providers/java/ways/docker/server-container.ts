/**
 * Server container: what Docker says about a container in which a Minecraft server runs, and which containers those are.
 *
 * Names, labels and variables are untrusted. The password of RCON is never taken from here: without one of the owner's
 * the image makes another at each start.
 */

import path from 'node:path'
import type { PowerState } from '@shared/servers/server-way.js'
import type { InspectedContainer } from './engine.js'

export interface ServerContainer {
  readonly name: string
  readonly image: string
  readonly state: PowerState
  /** The image writes `server.properties` at each start. */
  readonly isItzg: boolean
  /** Undefined where only `server.properties` says it. */
  readonly hasRcon?: boolean
  /** Lines of `compose.yaml` that are missing, to copy. The image undoes every other change at its next start. */
  readonly missingLines: readonly string[]
}

const rconPort = 25_575
/** Seconds that mc-server-runner waits for the server, without STOP_DURATION. */
const imageStopSeconds = 60
/** More than the server needs, so that Docker does not end it in the middle of saving. */
const stopMarginSeconds = 15
const maxStopSeconds = 900

/** The image, a label of it, or the port of the game. */
export const mayBeServer = ({
  Config: { Image: image, Labels: labels, ExposedPorts: ports },
}: InspectedContainer): boolean => isItzgImage(image, labels) || Object.hasOwn(ports ?? {}, '25565/tcp')

function isItzgImage(image: string, labels: Readonly<Record<string, string>> | null | undefined): boolean {
  const name = image.split('@')[0]?.replace(/:[^/:]*$/u, '') ?? ''
  const source = labels?.['org.opencontainers.image.source'] ?? ''
  return (
    name === 'itzg/minecraft-server' ||
    name.endsWith('/itzg/minecraft-server') ||
    source.endsWith('/docker-minecraft-server')
  )
}

export function serverContainerOf(container: InspectedContainer): ServerContainer {
  const { Name: name, Config: config } = container
  const isItzg = isItzgImage(config.Image, config.Labels)
  const hasRcon = (variable(container, 'ENABLE_RCON') ?? 'true').toLowerCase() !== 'false'
  return {
    name: name.replace(/^\//u, ''),
    image: config.Image,
    state: stateOf(container),
    isItzg,
    ...(isItzg && { hasRcon }),
    missingLines: isItzg ? missingLines(container, hasRcon) : [],
  }
}

/** Docker's own ten seconds end a server that is still saving, whoever stops it. */
function missingLines(container: InspectedContainer, hasRcon: boolean): readonly string[] {
  const service = container.Config.Labels?.['com.docker.compose.service'] ?? ''
  const wanted = [
    ...(hasRcon ? [] : ['    environment:', '      ENABLE_RCON: "true"']),
    ...(container.Config.StopTimeout == null ? [`    stop_grace_period: ${stopSecondsOf(container)}s`] : []),
  ]
  const name = /^[A-Za-z0-9][\w.-]{0,127}$/u.test(service) ? service : 'minecraft'
  return wanted.length === 0 ? [] : ['services:', `  ${name}:`, ...wanted]
}

/** Ends that somebody ordered: regular, by Ctrl+C, by `docker kill`, by `docker stop`. */
const orderedExits: ReadonlySet<number> = new Set([0, 130, 137, 143])

export function stateOf({ State: state }: InspectedContainer): PowerState {
  const { Status: status, Health: health, ExitCode: exit, OOMKilled: hasNoMemory } = state
  switch (status) {
    case 'running':
      return health?.Status === 'starting' ? 'starting' : 'running'
    case 'restarting':
      return 'starting'
    case 'removing':
      return 'stopping'
    case 'created':
      return 'stopped'
    case 'exited':
    case 'dead':
      return hasNoMemory || (exit != null && !orderedExits.has(exit)) ? 'crashed' : 'stopped'
    default:
      return 'unknown'
  }
}

export function variable({ Config: { Env: variables } }: InspectedContainer, name: string): string | undefined {
  return variables?.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Absolute in the container; undefined when nothing says it. */
export function dataFolderOf(container: InspectedContainer): string | undefined {
  const mounts = (container.Mounts ?? []).map(({ Destination }) => Destination)
  if (mounts.includes('/data') || isItzgImage(container.Config.Image, container.Config.Labels)) return '/data'
  const working = container.Config.WorkingDir ?? ''
  return working.startsWith('/') && working !== '/' ? path.posix.resolve(working) : undefined
}

/** Where the folder is on the computer of the engine. */
export const hostFolderOf = (container: InspectedContainer, folder: string): string | undefined =>
  container.Mounts?.find(({ Destination }) => Destination === folder)?.Source || undefined

/** Seconds that a stop may take: docker's ten would end a server that is still saving. */
export function stopSecondsOf(container: InspectedContainer): number {
  const [lasts, announces] = ['STOP_DURATION', 'STOP_SERVER_ANNOUNCE_DELAY'].map((name) =>
    seconds(variable(container, name)),
  )
  const server = (lasts ?? imageStopSeconds) + (announces ?? 0) + stopMarginSeconds
  return Math.min(Math.max(server, container.Config.StopTimeout ?? 0), maxStopSeconds)
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,5}$/u.test(text) ? Number(text) : undefined
}

/** Where RCON is reached from the computer of the engine: the published port, else the container's own address. */
export function rconPlaceOf(
  container: InspectedContainer,
): { readonly host: string; readonly port: number } | undefined {
  const port = seconds(variable(container, 'RCON_PORT')) ?? rconPort
  const published = container.NetworkSettings.Ports?.[`${port}/tcp`]?.[0]
  if (published)
    return { host: isAny(published.HostIp) ? '127.0.0.1' : published.HostIp, port: Number(published.HostPort) }
  if (container.HostConfig.NetworkMode === 'host') return { host: '127.0.0.1', port }
  const address = Object.values(container.NetworkSettings.Networks ?? {}).find(
    (network) => network.IPAddress,
  )?.IPAddress
  return address ? { host: address, port } : undefined
}

const isAny = (address: string): boolean => ['', '0.0.0.0', '::'].includes(address)
