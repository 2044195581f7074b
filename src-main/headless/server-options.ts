/** Server options of the headless program: one server by its address, wherever it runs. */
import path from 'node:path'
import {
  isJavaAddress,
  javaAddressText,
  managementAddressOf,
  parseJavaAddress,
  parseRconAddress,
  rconAddressText,
  sshLoginOf,
} from '@contract/java-address.js'
import { type GivenServer, hostKeyPattern, type NewServer } from '@shared/servers/added-server.js'
import { fingerprintOf } from '../network/certificate-check.js'
import { givenSecret, type Secrets } from './secrets.js'

export const serverUsage = [
  '                [--java rcon://HOST[:PORT] [--java-password-file FILE] [--java-folder DIR] [--java-confirm-public]',
  '                 [--java-management ws[s]://HOST:PORT [--java-management-secret-file FILE]]]',
  '                [--server pterodactyl://PANEL/SERVER --server-key-file FILE [--server-node HOST:PORT]',
  '                 [--server-node-certificate FINGERPRINT]]',
  '                [--server ssh://USER@HOST[:PORT]/FOLDER [--server-key-file FILE] [--server-login-file FILE]',
  '                 [--server-host-key SHA256:…]] [--server docker://CONTAINER[?engine=ssh://USER@HOST]] [--server-certificate FINGERPRINT]',
]

/** For `parseArgs`. */
export const serverOptions = {
  java: { type: 'string' },
  'java-password': { type: 'string' },
  'java-password-file': { type: 'string' },
  'java-confirm-public': { type: 'boolean' },
  'java-folder': { type: 'string' },
  'java-management': { type: 'string' },
  'java-management-secret': { type: 'string' },
  'java-management-secret-file': { type: 'string' },
  server: { type: 'string' },
  'server-key-file': { type: 'string' },
  'server-login-file': { type: 'string' },
  'server-host-key': { type: 'string' },
  'server-node': { type: 'string' },
  'server-node-certificate': { type: 'string' },
  'server-certificate': { type: 'string' },
  'server-rcon': { type: 'string' },
} as const

export type ServerValues = Readonly<
  Partial<
    Record<Exclude<keyof typeof serverOptions, 'java-confirm-public'>, string> & {
      'java-confirm-public': boolean
    }
  >
>

/** The servers that `--server` and `--java` name. @throws Error with a sentence for the user */
export const addressedServerOf = (values: ServerValues, secrets: Secrets): readonly GivenServer[] => [
  ...javaServerOf(values, secrets),
  ...anyServerOf(values, secrets),
]

/** @throws Error with a sentence for the user */
function anyServerOf(values: ServerValues, secrets: Secrets): readonly GivenServer[] {
  const { server: url, 'server-key-file': keyFile, 'server-rcon': rcon } = values
  const { 'server-host-key': hostKey, 'server-node': node, 'server-certificate': fingerprint } = values
  if (url === undefined) {
    const stray = Object.entries(values).find(([name, value]) => name.startsWith('server-') && value !== undefined)
    if (stray) throw new Error(`--${stray[0]} needs --server`)
    return []
  }
  if (!isJavaAddress(url)) throw new Error('--server takes the address of a Java server. For an agent use --agent.')
  const address = parseJavaAddress(url)
  const { kind } = address
  const isSsh = sshLoginOf(address) !== undefined
  const [certificate, nodeCertificate] = [fingerprint, values['server-node-certificate']].map(certificateOf)
  if (hostKey !== undefined && !new RegExp(hostKeyPattern, 'u').test(hostKey))
    throw new Error('--server-host-key: SHA256: and 43 characters, as ssh shows it')
  const key =
    kind === 'pterodactyl' || kind === 'mcsmanager'
      ? secrets.one('server-key', givenSecret(undefined, keyFile))
      : undefined
  if ((kind === 'pterodactyl' || kind === 'mcsmanager') && !key)
    throw new Error('--server needs --server-key-file or GATEHOUSE_PANEL_KEY')
  const login = isSsh ? secrets.one('server-login', givenSecret(undefined, values['server-login-file'])) : undefined
  const password =
    kind === 'rcon' || rcon !== undefined
      ? secrets.one('java-password', givenSecret(values['java-password'], values['java-password-file']))
      : undefined
  if ((kind === 'rcon' || rcon !== undefined) && !password)
    throw new Error('--server needs --java-password-file or GATEHOUSE_RCON_PASSWORD')
  const token = key ?? password
  const server: NewServer = {
    address: javaAddressText(address),
    ...(certificate && { certificate }),
    ...(hostKey !== undefined && { hostKey }),
    ...(isSsh && keyFile !== undefined && { keyFile: path.resolve(keyFile) }),
    ...(node !== undefined && { node }),
    ...(nodeCertificate && { nodeCertificate }),
    ...(rcon !== undefined && { rcon: rconAddressText(parseRconAddress(rcon)) }),
    ...(values['java-confirm-public'] && { plainTextConfirmed: true }),
  }
  return [{ server, secrets: { ...(token !== undefined && { token }), ...(login !== undefined && { login }) } }]
}

function certificateOf(text: string | undefined): string | undefined {
  const fingerprint = text === undefined ? undefined : fingerprintOf(text)
  if (text !== undefined && !fingerprint)
    throw new Error('--server-certificate, --server-node-certificate: 64 hexadecimal digits of SHA-256')
  return fingerprint
}

/** The server, if one is named. @throws Error when it is invalid */
function javaServerOf(values: ServerValues, secrets: Secrets): readonly GivenServer[] {
  const { java, 'java-folder': folder, 'java-management': management } = values
  if (java === undefined) {
    const isOfServer = (name: string) => values.server !== undefined && /^java-(?:password|confirm)/u.test(name)
    const stray = Object.entries(values).find(
      ([name, value]) => name.startsWith('java-') && value !== undefined && !isOfServer(name),
    )
    if (stray) throw new Error(`--${stray[0]} needs --java`)
    return []
  }
  const password = secrets.one('java-password', givenSecret(values['java-password'], values['java-password-file']))
  if (!password) throw new Error('--java needs --java-password-file or GATEHOUSE_RCON_PASSWORD')
  const namesSecret = values['java-management-secret'] ?? values['java-management-secret-file']
  if (management === undefined && namesSecret !== undefined)
    throw new Error('--java-management-secret needs --java-management')
  const secret =
    management === undefined
      ? undefined
      : secrets.one(
          'java-management-secret',
          givenSecret(values['java-management-secret'], values['java-management-secret-file']),
        )
  if (management !== undefined && secret === undefined)
    throw new Error('--java-management needs --java-management-secret-file or GATEHOUSE_MANAGEMENT_SECRET')
  const server: NewServer = {
    address: rconAddressText(parseRconAddress(java)),
    ...(values['java-confirm-public'] && { plainTextConfirmed: true }),
    ...(folder !== undefined && { folder }),
    ...(management !== undefined && { management: { address: managementAddressOf(management) } }),
  }
  return [{ server, secrets: { token: password, ...(secret !== undefined && { management: secret }) } }]
}
