/**
 * The generated tables of `docs/java-servers.md`: what a Java server offers by version and connection, from the
 * functions that make its offer (`src-main/providers/java/offer.ts`).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { filled } from './protocol-document.mjs'

const versions = ['1.8.9', '1.12.2', '1.13.2', '1.16.5', '1.20.4', '1.21.4', '1.21.11', '26.1']
const entry = `
export { javaRequirements, undoChanceOf } from './providers/java/offer.ts'
export { CommandDialect, commands } from './providers/java/dialects/dialect.ts'
export { gameVersionOf, isInRange } from './providers/java/dialects/game-version.ts'
export { manifestOf } from './providers/java/manifests/index.ts'
export { isInternal } from '@contract/namespaces.js'
export { demandsOfRisk, riskOf } from './policy/risk/risk.ts'
export { coreCatalogue } from '@contract/core-catalogue.js'
export { errorCatalogue } from '@contract/error-catalogue.js'
export { networkProblems, noReplyInTime } from './providers/java/connection-failure.ts'
export { panelProblems } from './providers/java/ways/panel/panel-failure.ts'
export { sshProblems } from './providers/java/ways/ssh/ssh-failure.ts'
export { dockerDescriptions } from './providers/java/ways/docker/docker-failure.ts'
export { mcsManagerProblems } from './providers/java/ways/mcsmanager/mcsmanager-failure.ts'
export { javaFindingKinds } from '@shared/servers/java-finding.js'
export { notServer } from './owner/servers/way-trial.ts'
`

/** @param {string} root of the repository */
export async function javaServerDocument(root) {
  const file = path.join('docs', 'java-servers.md')
  return filled(
    file,
    await readFile(path.join(root, file), 'utf8'),
    tables(await program(root), await doctorWords(root)),
  )
}

/** The parts of the program that make the offer, as one module. */
async function program(root) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-java-tables-'))
  try {
    const outfile = path.join(folder, 'offer.mjs')
    const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" }
    await esbuild.build({
      stdin: { contents: entry, resolveDir: path.join(root, 'src-main'), loader: 'ts' },
      ...{ bundle: true, format: 'esm', platform: 'node', outfile, banner, logLevel: 'error' },
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the check of a server over RCON says. */
async function doctorWords(root) {
  const words = await readFile(path.join(root, 'src-renderer', 'locales', 'en.json'), 'utf8')
  return JSON.parse(words).javaDoctor
}

function tables(of, doctor) {
  const reach = versions.map((version) => abilitiesOf(version, of))
  const [newest] = reach.slice(-1)
  const manifests = of
    .javaRequirements(newest.rcon)
    .map(({ id }) => id)
    .filter((id) => !of.isInternal(id))
    .map(of.manifestOf)
    .sort((a, b) => a.id.startsWith('ext.') - b.id.startsWith('ext.') || (a.id < b.id ? -1 : 1))
  const idsOf = (type) => manifests.filter((one) => one.type === type).map(({ id }) => id)
  const byWay = (id) => [`\`${id}\``, ...reach.map((ways) => wayOf(id, ways, of))]
  const asks = (id) => {
    const risk = of.riskOf(of.manifestOf(id), of.coreCatalogue.get(id))
    return of.demandsOfRisk(risk).approvers > 0 ? 'asks' : '–'
  }
  const byUndo = (id) => [`\`${id}\``, asks(id), ...reach.map(({ rcon }) => undoOf(id, rcon, of))]
  return {
    'java-actions': table(['id', ...versions], idsOf('action').map(byWay)),
    'java-reads': table(['id', ...versions], idsOf('context').map(byWay)),
    'java-events': table(['id', ...versions], idsOf('event').map(byWay)),
    'java-causes': causes(of, doctor),
    'java-without-folder': table(['id', 'high risk', ...versions], idsOf('action').map(byUndo)),
  }
}

/** Asked of a person, with the value that they accept. */
const questions = [
  'AUTH.HOST_KEY_UNKNOWN',
  'AUTH.HOST_KEY_CHANGED',
  'AUTH.CERTIFICATE_UNKNOWN',
  'AUTH.CERTIFICATE_CHANGED',
]

/** Why a server elsewhere is not reached, from the tables of the ways. */
function causes(of, doctor) {
  const network = of.networkProblems({
    ...{ address: 'the address', server: 'the other side', port: 'its port', check: 'Check the address.' },
  })
  const inWords = (text) => text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name) => name.toUpperCase())
  const findings = of.javaFindingKinds.map((kind) => [
    kind,
    { message: inWords(doctor[kind].what), suggestion: inWords(doctor[kind].next) },
  ])
  const groups = [
    ['every way', { ...network, silent: of.noReplyInTime(0), 'not-a-server': of.notServer }],
    ['who it is', Object.fromEntries(questions.map((code) => [code, of.errorCatalogue[code]]))],
    ['Pterodactyl, Pelican', of.panelProblems],
    ['MCSManager', of.mcsManagerProblems],
    ['SSH, SFTP', of.sshProblems],
    ['Docker', of.dockerDescriptions],
    ['RCON, management protocol', Object.fromEntries(findings.map(([kind, text]) => [`rcon-${kind}`, text]))],
  ]
  const rows = groups.flatMap(([way, problems]) =>
    Object.entries(problems)
      .filter(([name]) => way === 'every way' || !Object.hasOwn(network, name))
      .map(([, { message, suggestion }]) => [way, message, suggestion]),
  )
  return table(['way', 'what the test says', 'what to do'], rows)
}

/** What Gatehouse has of a server of this version over RCON, with its folder, and with the management protocol. */
function abilitiesOf(version, { CommandDialect, commands, gameVersionOf, isInRange }) {
  const release = gameVersionOf(version)
  const dialect = new CommandDialect(
    { run: () => Promise.reject(new Error('not connected')) },
    { version: release, prefix: '' },
  )
  // `bukkitTps` is read only on Bukkit servers.
  const reads = new Set(Object.keys(commands).filter((name) => dialect.has(name) && name !== 'bukkitTps'))
  const rcon = { dialect, reads }
  const hasNames = isInRange(release, { since: '1.13' })
  const folder = {
    ...rcon,
    files: { folder: { local: {} } },
    hasLog: true,
    backups: {},
    ...(hasNames && { snapshots: {}, builds: {} }),
  }
  const hasManagement = isInRange(release, { since: '1.21.9' })
  return { rcon, folder, ...(hasManagement && { management: { ...rcon, management: { offers: () => true } } }) }
}

const isOffered = (id, abilities, { javaRequirements }) =>
  javaRequirements(abilities).some((one) => one.id === id && one.lack === undefined)

function wayOf(id, { rcon, folder, management }, of) {
  const has = (abilities) => abilities !== undefined && isOffered(id, abilities, of)
  if (has(rcon)) return 'yes'
  const ways = [has(folder) && 'folder', has(management) && 'management'].filter(Boolean)
  return ways.join(' or ') || '–'
}

function undoOf(id, rcon, of) {
  if (!isOffered(id, rcon, of)) return '–'
  return { 'from-state': 'undo', 'from-reply': 'reply', never: 'no undo' }[of.undoChanceOf(id, rcon)]
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
