/** `gatehouse services`: other MCP servers behind Gatehouse. See docs/protocol.md#services-file. */
import path from 'node:path'
import type { ConfigProblem } from '@shared/clients/connection.js'
import type { ServiceDraft, ServiceStarting, ServiceView, ServiceWarning } from '@shared/servers/service.js'
import type { ImportPreview, ImportSource } from '@shared/servers/service-import.js'
import { encodingNames } from '@shared/text/file-encoding.js'
import { withoutKeys } from '../policy/services/draft-keys.js'
import { partsOfText } from '../policy/services/service-references.js'
import { expectNames, readOptions } from './arguments.js'
import { existingProfile, usableProfile } from './profile-argument.js'
import { type Program, RefusedError, withProgram } from './program.js'
import { readIn } from './servers/token.js'
import { jsonLine, printable, terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse services add NAME [--env NAME=VALUE]... [--env-file FILE] [--cwd DIR] [--start-timeout S] [--profile DIR] [--json] -- COMMAND [ARG]...',
  '       gatehouse services add NAME URL [--sse] [--start-timeout S] [--header "NAME: VALUE"]... [--header-file FILE] [--profile DIR] [--json]',
  '       gatehouse services list [--profile DIR] [--json]',
  '       gatehouse services start|stop|restart|remove|logs|signin|signout NAME [--profile DIR] [--json]',
  '       gatehouse services import FILE|claude-desktop|cursor|vscode [--yes|--undo] [--profile DIR] [--json]',
  '',
  'Manages other MCP servers behind Gatehouse. Accept their tools in the window before an AI can use them.',
  '',
  '  add      adds a service with a command or a URL. Keys in variables and headers are stored in the',
  '           keychain of the system; ${NAME} means an environment variable',
  '  list     lists the services, with their status while Gatehouse runs',
  '  start, stop, restart  start and stop are kept across restarts of Gatehouse',
  '  remove   removes a service and its keys',
  '  logs     prints the last log lines of a service',
  '  signin   prints the sign-in page of a service (OAuth); open it on this computer within',
  '           five minutes. signout removes the access',
  '  import   shows which MCP servers of a client can move to Gatehouse and the changes to its file. --yes moves',
  '           them and saves a backup; --undo shows the reverse change, with --yes it restores the file',
  '',
  '  --env-file FILE, --header-file FILE  one per line; other users of this computer can see the command line',
  '  --start-timeout S  1 to 600 seconds until its tools must be listed (default: 30; 120 for the first start of a program)',
  '  --profile DIR    the data folder (default: that of the desktop app)',
  '  --json           one JSON value: list has { running, services, problems }, logs a list of lines, import { source,',
  '                   preview or services }, signin { address }, the others { outcome } and, if refused, error',
  '',
  'add with a key starts Gatehouse, hidden, if it is not running. restart, logs, signin, signout and import need it to',
  'run.',
  '',
  'Exit codes: 0 done, 1 refused, 2 invalid command line or profile.',
].join('\n')

const acts = ['add', 'list', 'start', 'stop', 'restart', 'remove', 'logs', 'import', 'signin', 'signout'] as const

type Act = (typeof acts)[number]

/** Options of every act. */
interface Common {
  readonly profile: string
  readonly json: boolean
  readonly cli: CliEnvironment
}

export const services: CliCommand = {
  name: 'services',
  summary: 'add, list, start, stop and import other MCP servers',
  help,
  async run(args, cli): Promise<ExitCode> {
    const end = args.indexOf('--')
    const command = end < 0 ? [] : args.slice(end + 1)
    const { values, positionals } = readOptions(end < 0 ? args : args.slice(0, end), {
      env: { type: 'string', multiple: true },
      'env-file': { type: 'string' },
      header: { type: 'string', multiple: true },
      'header-file': { type: 'string' },
      cwd: { type: 'string' },
      'start-timeout': { type: 'string' },
      sse: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      undo: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [given = 'nothing', ...rest] = positionals
    const act = acts.find((one) => one === given)
    if (!act) throw new UsageError(`Expected ${acts.join(', ')}, got ${given}.`)
    if (command.length > 0 && act !== 'add') throw new UsageError('A command after -- works only with add.')
    const { json } = values
    if (act === 'list') {
      expectNames(rest, [])
      return list({ profile: existingProfile(values.profile, 'add a service'), json, cli })
    }
    const [about, ...more] = rest
    if (about === undefined || about.trim() === '') {
      throw new UsageError(act === 'import' ? 'A file or a client is missing.' : 'NAME is missing.')
    }
    if (act === 'add') {
      const draft = await draftOf({ command, url: more, ...values }, cli)
      return add(about.trim(), draft, { profile: usableProfile(values.profile), json, cli })
    }
    expectNames(more, [])
    const common = { profile: existingProfile(values.profile, 'add a service'), json, cli }
    return unlessRefused(common, () =>
      act === 'import' ? moveServices(about, values, common) : actOn(act, about, common),
    )
  },
}

function add(name: string, draft: ServiceDraft, common: Common): Promise<ExitCode> {
  const need = hasKeys(draft) ? 'whole' : 'any'
  return unlessRefused(common, () =>
    withProgram(common.profile, { need, cli: common.cli }, async (program) =>
      printDone((await program.give('services:add', { name, draft })).remembered, common),
    ),
  )
}

/** Whether a part of it goes to the keychain. */
function hasKeys(draft: ServiceDraft): boolean {
  let found = false
  const replace = (_label: string, key: string): string => {
    found = true
    return key
  }
  withoutKeys(draft, { partsOf: partsOfText, replace })
  return found
}

/** What a program that runs only for this command can do. */
const inFile: ReadonlySet<Act> = new Set(['remove', 'start', 'stop'])

function actOn(act: Exclude<Act, 'add' | 'list' | 'import'>, name: string, common: Common): Promise<ExitCode> {
  const { profile, json, cli } = common
  const need = inFile.has(act) ? 'any' : 'running'
  return withProgram(profile, { need, cli }, async (program) => {
    if (act === 'logs') return printLog(await program.give('services:log', { name }), json, cli)
    if (act === 'signin') return printPage(await program.give('services:sign-in-page', { name }), json, cli)
    await program.give(act === 'signout' ? 'services:sign-out' : `services:${act}`, { name })
    return printDone(true, common)
  })
}

async function unlessRefused({ json, cli }: Common, act: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await act()
  } catch (thrown) {
    if (!(thrown instanceof RefusedError)) throw thrown
    if (json) cli.out(jsonLine({ outcome: 'refused', error: thrown.error }))
    else cli.err(printable(thrown.message))
    return exitCodes.bad
  }
}

interface ServiceOptionValues {
  readonly command: readonly string[]
  readonly url: readonly string[]
  readonly env?: readonly string[] | undefined
  readonly 'env-file'?: string | undefined
  readonly header?: readonly string[] | undefined
  readonly 'header-file'?: string | undefined
  readonly cwd?: string | undefined
  readonly 'start-timeout'?: string | undefined
  readonly sse: boolean
}

async function draftOf(typed: ServiceOptionValues, cli: CliEnvironment): Promise<ServiceDraft> {
  const { command, url, cwd, sse, 'start-timeout': seconds } = typed
  const limit = seconds === undefined ? {} : { startTimeout: Number(seconds) * 1_000 }
  if (limit.startTimeout !== undefined && !(limit.startTimeout >= 1_000 && limit.startTimeout <= 600_000)) {
    throw new UsageError('--start-timeout needs a number of seconds from 1 to 600.')
  }
  const env = [...(typed.env ?? []), ...(await linesOf(typed['env-file'], cli))]
  const headers = [...(typed.header ?? []), ...(await linesOf(typed['header-file'], cli))]
  const [program, ...args] = command
  if (program !== undefined) {
    expectNames(url, [])
    if (headers.length > 0 || sse) throw new UsageError('--header and --sse work only with a URL.')
    return {
      type: 'stdio',
      ...limit,
      command: program,
      args,
      env: pairs(env, '='),
      ...(cwd !== undefined && { cwd: path.resolve(cwd) }),
    }
  }
  const [address, ...more] = url
  if (address === undefined) throw new UsageError('A URL, or a command after --, is missing.')
  expectNames(more, [])
  if (!/^(?:https?:\/\/|\$\{)/u.test(address))
    throw new UsageError('A URL starts with http:// or https://. Write a command after --.')
  if (env.length > 0 || cwd !== undefined) throw new UsageError('--env and --cwd work only with a command.')
  return { type: sse ? 'sse' : 'http', ...limit, url: address, headers: pairs(headers, ':') }
}

const linesOf = async (file: string | undefined, cli: CliEnvironment): Promise<readonly string[]> =>
  file === undefined ? [] : (await readIn(file, cli)).split(/\r?\n/u).filter((line) => line.trim() !== '')

function pairs(lines: readonly string[], mark: '=' | ':'): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(mark)
      if (at < 1) throw new UsageError(`Write ${mark === '=' ? 'NAME=VALUE' : '"NAME: VALUE"'}.`)
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

function list({ profile, json, cli }: Common): Promise<ExitCode> {
  const { out, err } = cli
  return withProgram(profile, { need: 'any', cli }, async ({ give, kind }) => {
    const { services: all, problems, file } = await give('services:list', undefined)
    const running = kind !== 'brief'
    const shown = running ? all : all.map(({ name, type, enabled, namespace }) => ({ name, type, enabled, namespace }))
    if (json) out(jsonLine({ running, services: shown, problems }))
    else {
      if (all.length === 0) out(terminalText`No services.`)
      for (const one of all) for (const line of textOf(one, running)) out(printable(line))
      for (const { line, column, message } of problems) err(printable(`${file}:${line}:${column}: ${message}`))
    }
    return problems.length === 0 ? exitCodes.good : exitCodes.bad
  })
}

function textOf(service: ServiceView, running: boolean): readonly string[] {
  const { name, enabled, type, lastError, status, signIn, starting, tools, calls, shows, warnings = [] } = service
  if (!running) return [`${name}  ${enabled ? 'starts with Gatehouse' : 'stopped'}  ${type}`]
  const failure = lastError && status !== 'running' ? `  ${lastError.code} ${lastError.message}` : ''
  const state = signIn === 'needed' ? 'needs sign-in' : starting ? startingText(starting) : status
  return [
    `${name}  ${state}  ${tools} tools, ${calls} calls  ${shows}${failure}`,
    ...warnings.map(({ kind, count, names }) => {
      const more = count > names.length ? ', …' : ''
      return `  ${warningWords[kind]} (${count}): ${names.join(', ')}${more}`
    }),
  ]
}

function startingText({ since, limitMs, isFirst, isSilent }: ServiceStarting): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1_000))
  const first = isFirst ? ', the first start may download' : ''
  const silent = isSilent ? ', no output yet' : ''
  return `starting (${seconds} of ${limitMs / 1_000} s${first}${silent})`
}

const warningWords: Readonly<Record<ServiceWarning['kind'], string>> = {
  'entry-kept': 'its entry cannot be read, so the previous one is in use',
  'results-cut': 'results cut because they were too large',
  'lists-cut': 'lists cut because they were too long',
  'lists-failed': 'lists that could not be read',
  'tools-lost': 'tools that it offered before and offers no more',
  'tools-left-out': 'tools left out because the list is full',
  'names-taken': 'names used by another service',
}

function printLog(lines: readonly string[], json: boolean, cli: CliEnvironment): ExitCode {
  if (json) cli.out(jsonLine(lines))
  else for (const line of lines) cli.out(printable(line))
  return exitCodes.good
}

function printPage({ address }: { readonly address: string }, json: boolean, { out, err }: CliEnvironment): ExitCode {
  if (json) out(jsonLine({ address }))
  else {
    out(printable(address))
    err(terminalText`Open this page in a browser on this computer within five minutes.`)
  }
  return exitCodes.good
}

interface ImportOptions {
  readonly yes: boolean
  readonly undo: boolean
}

interface Moved {
  readonly source: ImportSource
  readonly preview?: ImportPreview
  /** Names of the services that were moved. */
  readonly services?: readonly string[]
}

async function move({ give }: Program, about: string, { yes, undo }: ImportOptions): Promise<Moved> {
  const known = (await give('services:sources', undefined)).find(({ program }) => program === about)
  const source = known ?? (await give('services:source', { file: path.resolve(about) }))
  const { file } = source
  if (undo) {
    if (!yes) return { source, preview: await give('services:preview-undo', { file }) }
    await give('services:undo-import', { file })
    return { source }
  }
  const names = source.entries.flatMap(({ name, stays }) => (stays === undefined ? [name] : []))
  if (names.length === 0) return { source }
  const preview = await give('services:preview-import', { file, names })
  if (!yes) return { source, preview }
  const { services: moved } = await give('services:import', { file, names, expected: preview.expected })
  return { source, services: moved }
}

async function moveServices(
  about: string,
  { yes, undo }: ImportOptions,
  { profile, json, cli }: Common,
): Promise<ExitCode> {
  const { out, err } = cli
  const {
    source,
    preview,
    services: moved,
  } = await withProgram(profile, { need: 'running', cli }, (program) => move(program, about, { yes, undo }))
  if (json) {
    out(jsonLine({ source, ...(preview && { preview }), ...(moved && { services: moved }) }))
    return exitCodes.good
  }
  if (source.problem) err(printable(`${source.file}: ${problemWords(source.problem)}`))
  else if (source.entries.length === 0) out(printable(`${source.file}: the list of MCP servers is empty.`))
  for (const { name, shows, keys, stays } of source.entries) {
    const about = stays ? `stays (${stays})` : `${shows}${keys > 0 ? `, ${keys} keys` : ''}`
    out(printable(`${name}  ${about}`))
  }
  for (const { kind, text } of preview?.lines ?? [])
    out(printable(`${{ same: ' ', added: '+', removed: '-' }[kind]} ${text}`))
  if (preview?.encoding)
    out(terminalText`  The file is ${encodingNames[preview.encoding]}. It is rewritten as UTF-8 without BOM.`)
  if (preview) out(terminalText`Nothing was changed. Add --yes to ${undo ? 'restore the file' : 'move them'}.`)
  if (moved) out(printable(`Moved: ${moved.join(', ')}. Restart the client.`))
  if (undo && yes) out(printable(`Restored ${source.file}.`))
  return source.problem ? exitCodes.bad : exitCodes.good
}

function problemWords(problem: ConfigProblem): string {
  switch (problem.kind) {
    case 'broken':
      return `not valid JSON: line ${problem.line}, column ${problem.column}.`
    case 'no-servers':
      return `no MCP servers. Looked for: ${problem.looked}.`
    case 'other-format':
      return `this is ${problem.format}. Servers can be moved only from JSON; add them with "gatehouse services add".`
    default:
      return otherProblems[problem.kind]
  }
}

const otherProblems: Readonly<
  Record<Exclude<ConfigProblem['kind'], 'broken' | 'no-servers' | 'other-format'>, string>
> = {
  'not-object': 'not a JSON object.',
  'not-servers': 'its list of servers is not a JSON object.',
  'not-text': 'not UTF-8 or UTF-16 text.',
  unclear: 'a name occurs twice.',
  'too-large': 'too large.',
  unreadable: 'cannot be read.',
  'no-file': 'does not exist.',
}

function printDone(remembered: boolean, { json, cli: { out, err } }: Common): ExitCode {
  if (json) out(jsonLine({ outcome: 'done', remembered }))
  else {
    out(terminalText`Done.`)
    if (!remembered) err(terminalText`No keychain found: its key is lost when Gatehouse stops.`)
  }
  return exitCodes.good
}
