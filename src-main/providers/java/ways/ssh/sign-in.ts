/**
 * SSH sign-in: with a key file, a password or an agent, in the order in which a wrong attempt costs least.
 *
 * Each secret is offered once, and a passphrase never leaves this computer. Of what a server asks only a password
 * prompt is answered.
 */
import os from 'node:os'
import path from 'node:path'
import type { AnyAuthMethod, AuthHandlerMiddleware, ParsedKey, Prompt } from 'ssh2'
import { beginningOf } from './known-hosts.js'
import { type SshProblem, SshUnavailable } from './ssh-failure.js'

export interface SignInSettings {
  readonly user: string
  /** Absolute path of the private key. */
  readonly keyFile?: string
  /** Password, or with a key file its passphrase. */
  readonly login?: string
}

export interface SignInPlace {
  readonly home?: string
  readonly platform?: NodeJS.Platform
  readonly environment?: NodeJS.ProcessEnv
}

export interface SignIn {
  /** @param end ends the connection: nothing that could follow would help */
  handler(end: () => void): AuthHandlerMiddleware
  /** Why nothing was accepted. */
  refusal(): SshUnavailable
}

/** Milliseconds in which an agent says what it holds; one that asks a person may take longer, and is asked all the same. */
const agentMs = 2_000
const maxKeyBytes = 65_536
const defaultKeys = ['id_ed25519', 'id_ecdsa', 'id_rsa']

/** @throws SshUnavailable when the key file cannot be used */
export async function signInOf(settings: SignInSettings, place: SignInPlace = {}): Promise<SignIn> {
  const { user: username, keyFile, login } = settings
  const key = keyFile === undefined ? undefined : await keyIn(keyFile, login)
  const password = key ? undefined : login
  const places = agentsOf(place)
  const agents = places.map((agent): AnyAuthMethod => ({ type: 'agent', username, agent }))
  const keys = key ? [key] : password === undefined ? await keysIn(place.home ?? os.homedir()) : []
  const withKeys = keys.map((one): AnyAuthMethod => ({ type: 'publickey', username, key: one }))
  const withPassword: AnyAuthMethod[] = password === undefined ? [] : [{ type: 'password', username, password }]
  // With something else it may not be needed, and some agents show a window to be unlocked.
  const isAgentAlone = password === undefined && keys.length === 0
  const held = isAgentAlone ? await Promise.all(places.map(keysHeldBy)) : []
  const state: { asksForCode: boolean; offered: readonly string[] } = { asksForCode: false, offered: [] }

  const handler = (end: () => void): AuthHandlerMiddleware => {
    let left = password
    const keyboard: AnyAuthMethod = {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) => {
        if (prompts.length === 0) return finish([])
        const [only] = prompts
        const answer = prompts.length === 1 && only && asksForPassword(only) ? left : undefined
        left = undefined
        if (answer !== undefined) return finish([answer])
        state.asksForCode = prompts.some((prompt) => !asksForPassword(prompt))
        end()
      },
    }
    // `none` tells which methods there are.
    const waiting: AnyAuthMethod[] = [
      { type: 'none', username },
      ...(key ? withKeys : [...withPassword, keyboard]),
      ...agents,
      ...(key ? [keyboard] : withKeys),
    ]
    return (methods: readonly string[] | null, _isPartial, next) => {
      state.offered = methods ?? state.offered
      const isOffered = ({ type }: AnyAuthMethod) =>
        methods === null || methods.includes(type === 'agent' ? 'publickey' : type)
      const at = waiting.findIndex(isOffered)
      const method = at < 0 ? undefined : waiting.splice(0, at + 1).at(-1)
      // The types leave out that `false` ends it.
      next(method ?? (false as unknown as AnyAuthMethod))
    }
  }
  const why = (): SshProblem => {
    if (state.asksForCode) return 'second-factor'
    if (!isAgentAlone) return 'sign-in-refused'
    if (agents.length === 0) return 'no-credentials'
    if (!state.offered.includes('publickey')) return 'sign-in-refused'
    const counts = held.filter((count) => count !== undefined)
    if (counts.length === 0) return 'agent-away'
    return counts.every((count) => count === 0) ? 'agent-empty' : 'agent-refused'
  }
  const refusal = () =>
    new SshUnavailable(why(), {
      details: { user: username, offered: state.offered.slice(0, 8).map((name) => `${name}`.slice(0, 64)) },
    })
  return { handler, refusal }
}

/** Words of password prompts in common languages, and of prompts for codes, which may also say "password". */
const passwordWords = [
  'password',
  'passwort',
  'mot de passe',
  'contraseña',
  'senha',
  'пароль',
  '密码',
  '密碼',
  'パスワード',
]
const codeWords = ['one-time', 'otp', 'oath', 'code', 'token', 'passcode', 'factor', 'new ', '动态', '验证', '一次']

function asksForPassword({ prompt, echo = false }: Prompt): boolean {
  const text = `${prompt}`.slice(0, 256).toLowerCase()
  return !echo && passwordWords.some((word) => text.includes(word)) && !codeWords.some((word) => text.includes(word))
}

async function keyIn(file: string, passphrase: string | undefined): Promise<ParsedKey> {
  const bytes = await beginningOf(file, maxKeyBytes).catch((cause: unknown) => {
    throw new SshUnavailable('key-file', { details: { file }, cause })
  })
  const { default: ssh } = await import('ssh2')
  const key = ssh.utils.parseKey(bytes, passphrase)
  if (!(key instanceof Error)) {
    if (key.isPrivateKey()) return key
    throw new SshUnavailable('key-file', { details: { file } })
  }
  const isLocked = /encrypted|passphrase|integrity|decrypt/iu.test(key.message)
  throw new SshUnavailable(isLocked ? 'key-locked' : 'key-file', { details: { file }, cause: key })
}

/** The usual keys of the user, where they need no passphrase. */
async function keysIn(home: string): Promise<readonly ParsedKey[]> {
  const files = defaultKeys.map((name) => path.join(home, '.ssh', name))
  const found = await Promise.all(files.map((file) => keyIn(file, undefined).catch(() => undefined)))
  return found.filter((key) => key !== undefined)
}

/** Undefined where the agent does not answer. */
async function keysHeldBy(place: string): Promise<number | undefined> {
  const { default: ssh } = await import('ssh2')
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), agentMs)
    try {
      ssh.createAgent(place).getIdentities((error, keys) => {
        clearTimeout(late)
        resolve(error ? undefined : (keys?.length ?? 0))
      })
    } catch {
      clearTimeout(late)
      resolve(undefined)
    }
  })
}

function agentsOf({ platform = process.platform, environment = process.env }: SignInPlace): readonly string[] {
  const { SSH_AUTH_SOCK: agent } = environment
  if (platform !== 'win32') return agent ? [agent] : []
  return [agent || String.raw`\\.\pipe\openssh-ssh-agent`, 'pageant']
}
