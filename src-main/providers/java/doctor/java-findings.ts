/**
 * Java findings: derives from the facts why a Java server is not connected. Pure.
 *
 * Causes come before hints. Facts from the server's own files come before facts seen over the network.
 */
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { ManagementProblem } from '../management/management-failure.js'
import type { RconProblem } from '../rcon/rcon-failure.js'
import type { JavaFacts } from './java-facts.js'

/** The first version with a management server. */
const managementSince = [1, 21, 9] as const

export function javaFindings(facts: JavaFacts): JavaFinding[] {
  const findings = [...inFolder(facts), ...aboutRcon(facts), ...aboutManagement(facts)]
  return [...findings.filter(({ weight }) => weight === 'cause'), ...findings.filter(({ weight }) => weight === 'hint')]
}

function inFolder({ folder, rcon, port }: JavaFacts): JavaFinding[] {
  if (!folder || rcon.kind === 'works') return []
  const findings: JavaFinding[] = []
  const misread = folder.misread ?? []
  for (const { key, why } of misread)
    findings.push({ kind: `file-line-${why}`, weight: 'cause', details: { key }, act: 'set-up' })
  if (!folder.rconOn && !misread.some(({ key }) => key === 'enable-rcon'))
    findings.push({ kind: 'file-rcon-off', weight: 'cause', act: 'set-up' })
  else if (folder.password === 'empty') findings.push({ kind: 'file-password-empty', weight: 'cause', act: 'set-up' })
  if (folder.rconOn && folder.rconPort === folder.gamePort) {
    const details = { port: `${folder.rconPort}` }
    findings.push({ kind: 'file-port-conflict', weight: 'cause', details, act: 'set-up' })
  } else if (folder.rconOn && folder.rconPort !== port) {
    const details = { port: `${port}`, rconPort: `${folder.rconPort}` }
    findings.push({ kind: 'file-port-differs', weight: 'cause', details, act: 'edit-address' })
  }
  if (isWrongPassword({ rcon }) && folder.password === 'different') {
    findings.push({ kind: 'file-password-differs', weight: 'cause', act: 'enter-password' })
  }
  return findings
}

const isThisComputer = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')
const isWrongPassword = ({ rcon }: Pick<JavaFacts, 'rcon'>): boolean =>
  rcon.kind === 'failed' && rcon.problem === 'wrong-password'

function aboutRcon(facts: JavaFacts): JavaFinding[] {
  const { rcon, host, port } = facts
  const details = { host, port: `${port}` }
  switch (rcon.kind) {
    case 'works':
      return []
    case 'no-password':
      return [{ kind: 'password-missing', weight: 'cause', act: 'enter-password' }]
    case 'no-reply':
      return [{ kind: 'console-hangs', weight: 'cause', act: 'retry' }]
    case 'dropped':
      return [{ kind: 'connection-drops', weight: 'cause', act: 'retry' }]
    case 'disturbed':
      return [{ kind: 'other-rcon-client', weight: 'hint', act: 'retry' }]
    case 'failed':
      return ofProblem[rcon.problem]({ ...facts, address: rcon.address ?? host }, details)
  }
}

type Details = NonNullable<JavaFinding['details']>
type FindingRule = (facts: JavaFacts & { readonly address: string }, details: Details) => JavaFinding[]

const cause = (kind: JavaFinding['kind'], details: Details, act?: JavaFinding['act']): JavaFinding[] => [
  { kind, weight: 'cause', details, ...(act && { act }) },
]

const ofProblem: Readonly<Record<RconProblem, FindingRule>> = {
  'unknown-host': (_facts, details) => cause('unknown-host', details, 'edit-address'),
  unreachable: (_facts, details) => cause('unreachable', details, 'edit-address'),
  'no-connection-in-time': (_facts, details) => cause('no-response', details, 'retry'),
  'wrong-password': (_facts, details) => cause('password-wrong', details, 'enter-password'),
  'public-address': ({ address }, details) => cause('public-address', { ...details, address }, 'confirm-plain-text'),
  lost: (_facts, details) => cause('connection-drops', details, 'retry'),
  refused: nothingListens,
  'closed-at-login': (facts, details) => otherService(facts, details, 'closes-login'),
  'no-login-reply': (facts, details) => otherService(facts, details, 'silent-port'),
  'not-rcon': (facts, details) => otherService(facts, details, 'not-rcon'),
}

/** The game port shows whether the server is running. */
function nothingListens({ game, isLanWorld, host, folder }: JavaFacts, details: Details): JavaFinding[] {
  if (isLanWorld) return [{ kind: 'lan-world', weight: 'cause', details }]
  if (game?.service.kind !== 'minecraft') return cause('server-not-running', details, 'retry')
  const { isProxy, versionName } = game.service.listing
  const seen = { ...details, gamePort: `${game.port}`, version: versionName }
  const canSetUp = folder !== undefined || isThisComputer(host)
  return isProxy ? cause('proxy', seen, 'edit-address') : cause('rcon-off', seen, canSetUp ? 'set-up' : undefined)
}

/** @param otherwise used when nothing is known about what responds */
function otherService(
  { service, management, port }: JavaFacts,
  details: Details,
  otherwise: 'closes-login' | 'silent-port' | 'not-rcon',
): JavaFinding[] {
  switch (service?.kind) {
    case 'minecraft': {
      const { isProxy, versionName } = service.listing
      return cause(isProxy ? 'proxy' : 'game-port', { ...details, version: versionName }, 'edit-address')
    }
    case 'http':
      return cause(management?.port === port ? 'management-port' : 'web-port', details, 'edit-address')
    case 'tls':
      return cause(management?.port === port ? 'management-port' : 'tls-port', details, 'edit-address')
    case 'greets':
      return cause('other-program', { ...details, name: service.greeting }, 'edit-address')
    default:
      return cause(otherwise, details, 'edit-address')
  }
}

function aboutManagement(facts: JavaFacts): JavaFinding[] {
  const { management, host } = facts
  if (!management || management.kind === 'works') return []
  const details = { host: management.host ?? host, port: `${management.port}` }
  if (management.kind === 'no-secret') return cause('management-secret-missing', details)
  if (management.kind === 'certificate') {
    const { state, fingerprint } = management
    return cause(`certificate-${state}`, { ...details, fingerprint }, 'trust-certificate')
  }
  return ofManagement[management.problem](facts, details)
}

/** Its address and secret come from the command line, so no button can change them. */
const ofManagement: Readonly<Record<ManagementProblem, (facts: JavaFacts, details: Details) => JavaFinding[]>> = {
  refused: noManagement,
  'wrong-secret': (_facts, details) => cause('management-secret-wrong', details),
  'not-management': (_facts, details) => cause('management-wrong-port', details),
  'server-with-tls': (_facts, details) => cause('management-needs-tls', details),
  'server-without-tls': (_facts, details) => cause('management-without-tls', details),
  'unknown-host': (_facts, details) => cause('unknown-host', details),
  unreachable: (_facts, details) => cause('unreachable', details),
  'no-connection-in-time': (_facts, details) => cause('no-response', details, 'retry'),
  'public-address': (_facts, details) => cause('public-address', details, 'confirm-plain-text'),
  lost: (_facts, details) => cause('connection-drops', details, 'retry'),
}

function noManagement({ game, service }: JavaFacts, details: Details): JavaFinding[] {
  const seen = game?.service ?? service
  const version = seen?.kind === 'minecraft' ? seen.listing.version : undefined
  const isOld = version !== undefined && isBefore(version, managementSince)
  return isOld ? cause('management-too-old', { ...details, version }) : cause('management-off', details, 'retry')
}

/** Compares versions such as `1.21.4` and `26.1` part by part. */
function isBefore(version: string, since: readonly number[]): boolean {
  const numbers = version.split('.').map(Number)
  const at = since.findIndex((number, index) => (numbers[index] ?? 0) !== number)
  return at >= 0 && (numbers[at] ?? 0) < (since[at] ?? 0)
}
