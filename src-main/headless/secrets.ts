/**
 * Secrets of the headless program: each comes from the environment, a file, or the first line of standard input.
 *
 * Enforces invariant 8: warns of a secret on the command line, where other users of this computer can read it.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Option → environment variable. */
export const secretVariables = {
  'agent-token': 'GATEHOUSE_TOKEN',
  'java-password': 'GATEHOUSE_RCON_PASSWORD',
  'server-key': 'GATEHOUSE_PANEL_KEY',
  'server-login': 'GATEHOUSE_SSH_PASSWORD',
  'java-management-secret': 'GATEHOUSE_MANAGEMENT_SECRET',
  'bedrock-key': 'GATEHOUSE_BEDROCK_KEY',
  'chat-key': 'GATEHOUSE_CHAT_KEY',
  xiaozhi: 'GATEHOUSE_XIAOZHI',
  'secrets-key': 'GATEHOUSE_SECRETS_KEY',
  'otlp-header': 'GATEHOUSE_OTLP_HEADER',
} as const
export type SecretName = keyof typeof secretVariables

/** The values of one secret on the command line: several where there are several agents. */
export interface GivenSecret {
  readonly plain: readonly string[]
  readonly files: readonly string[]
}

export const givenSecret = (plain: string | undefined, file: string | undefined): GivenSecret => ({
  plain: plain === undefined ? [] : [plain],
  files: file === undefined ? [] : [file],
})

export interface SecretSources {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The first line of standard input, with `--secrets-stdin`. */
  readonly line?: string
  /** @throws Error with a sentence for the user */
  readonly readFile: (file: string) => string
  /** Shows one line to the user. */
  readonly warn: (line: string) => void
}

const longest = 4_096

export class Secrets {
  readonly #sources: SecretSources
  readonly #piped: Readonly<Record<string, readonly string[]>>

  /** @throws Error when the line does not contain secrets */
  constructor(sources: SecretSources) {
    this.#sources = sources
    this.#piped = sources.line === undefined ? {} : pipedIn(sources.line)
  }

  /** Undefined when there is none. @throws Error when there are several, or an invalid one */
  one(name: SecretName, given: GivenSecret): string | undefined {
    const values = this.all(name, given)
    if (values.length > 1) throw new Error(`Give --${name} once.`)
    return values[0]
  }

  /** In the order of the command line or the file; from the environment only when there is no other source. */
  all(name: SecretName, { plain, files }: GivenSecret): readonly string[] {
    const { environment, readFile, warn } = this.#sources
    const variable = secretVariables[name]
    const piped = this.#piped[name] ?? []
    if ([plain, files, piped].filter(({ length }) => length > 0).length > 1)
      throw new Error(`Use only one of --${name}, --${name}-file and standard input.`)
    if (plain.length > 0) {
      warn(
        `Other users of this computer can see --${name} on the command line. Use ${variable}, --${name}-file or --secrets-stdin.`,
      )
    }
    const values = [...plain, ...files.map((file) => withoutLineEnd(readFile(file))), ...piped]
    const fallback = environment[variable]
    return (values.length === 0 && fallback ? [fallback] : values).map((value) => checked(name, value))
  }
}

function checked(name: SecretName, secret: string): string {
  if (secret.trim() === '') throw new Error(`--${name} is empty.`)
  if (secret.length > longest) throw new Error(`--${name} can have at most ${longest} characters.`)
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(secret))
    throw new Error(`--${name} cannot contain line breaks or control characters.`)
  return secret
}

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/u, '')

/** `{"java-password":"…","agent-token":["…","…"]}` */
function pipedIn(line: string): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(objectIn(line)).map(([name, value]) => {
    if (!Object.hasOwn(secretVariables, name))
      throw new Error(`--secrets-stdin accepts ${Object.keys(secretVariables).join(', ')}.`)
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (!values.every((one): one is string => typeof one === 'string')) throw new Error(notSecrets)
    return [name, values] as const
  })
  return Object.fromEntries(entries)
}

const notSecrets = '--secrets-stdin takes one line of JSON, for example {"java-password":"PASSWORD"}.'

function objectIn(line: string): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The text may be a secret: it is not repeated.
  }
  throw new Error(notSecrets)
}

/** The text of a file or a pipe with one secret. @throws Error with a sentence for the user */
export function readSecretFile(file: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    if (fstatSync(descriptor).isDirectory()) throw new Error('it is a folder')
    const bytes = Buffer.alloc(longest * 4)
    const length = readSync(descriptor, bytes, 0, bytes.length, null)
    return bytes.toString('utf8', 0, length)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`The file ${file} can't be read: ${code ?? message}.`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
