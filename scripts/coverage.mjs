/**
 * Coverage: the lines that the unit and integration tests run, of the whole program and of the parts with a goal.
 *
 * What runs in a process of its own, such as the built programs, is not counted.
 */
import fs from 'node:fs'
import path from 'node:path'

/** Percent of the lines that a part with a goal needs. */
const goal = 80

const services = 'src-main/providers/mcp-service'
/** Files or folders, which end with a slash. */
const parts = [
  { what: 'the program', within: ['src-main/'] },
  { what: 'adapters: all kinds of servers', within: ['src-main/providers/'], goal },
  { what: 'adapters of services alone', within: [`${services}/connection/`, `${services}/process/`], goal },
  {
    what: 'aggregator: the tools of all services and servers',
    within: [`${services}/tools/`, `${services}/listing.ts`, `${services}/current-offer.ts`, ...toolFiles()],
    goal,
  },
  {
    what: 'registry: the servers and services, and what they offer',
    within: ['src-main/gateway/trust/', `${services}/mcp-services.ts`, `${services}/server-record.ts`],
    goal,
  },
]

function toolFiles() {
  return ['tool-list', 'tools', 'tool-name', 'relayed-tools'].map((name) => `src-main/consumers/mcp/${name}.ts`)
}

/** Arguments of Vitest. @param {string} folder where it writes the summary */
export const coverageArguments = (folder) => [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.include=src-main/**/*.ts',
  '--coverage.reporter=json-summary',
  '--coverage.reportOnFailure',
  `--coverage.reportsDirectory=${folder}`,
]

/**
 * A table in Markdown; undefined when Vitest left no summary.
 *
 * @param {string} folder of the summary
 * @param {string} root of the repository
 */
export function coverageTable(folder, root) {
  const file = path.join(folder, 'coverage-summary.json')
  if (!fs.existsSync(file)) return undefined
  const { total: _, ...files } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const linesOf = Object.entries(files).map(([name, { lines }]) => ({
    name: path.relative(root, name).replaceAll('\\', '/'),
    lines,
  }))
  const rows = parts.map(({ what, within, goal }) => {
    const counted = linesOf.filter(({ name }) =>
      within.some((one) => (one.endsWith('/') ? name.startsWith(one) : name === one)),
    )
    const sum = (member) => counted.reduce((all, { lines }) => all + lines[member], 0)
    const percent = (100 * sum('covered')) / sum('total')
    const verdict = goal === undefined ? '' : `over ${goal} %: ${percent > goal ? 'met' : '**not met**'}`
    return `| ${what} | ${percent.toFixed(1)} % of ${sum('total')} | ${verdict} |`
  })
  return ['| lines that the tests run | | goal |', '|---|---|---|', ...rows].join('\n')
}
