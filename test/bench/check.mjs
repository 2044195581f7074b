/**
 * `npm run bench -- --check`: a short form of `path`, `mcp`, `start` and `scale`, compared with the ratios in `ratios.json`.
 * `npm run bench -- --record`: the same, which writes that file and its section of `docs/performance.md`.
 *
 * Needs `npm run build`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { measure as measureMcp } from './mcp.mjs'
import { goals, measure as measurePath } from './path.mjs'
import { comparisonOf, ratiosOf, sectionOf, tolerance, withSection, worseThan } from './ratios.mjs'
import { measure as measureStart } from './start.mjs'

const file = path.join(import.meta.dirname, 'ratios.json')
const document = path.resolve(import.meta.dirname, '../../docs/performance.md')
/** Not needed for any ratio that is kept. */
const without = ['supergateway', 'httpEcho', 'webSocketEcho', 'bareStdio']

/** The same for a check and for what is kept: a program that ran longer is faster. */
async function measureAll() {
  const start = await measureStart({ quick: true })
  const ofPath = await measurePath({ quick: true })
  const sequential = await measureMcp({ short: true, only: 'sequential', without })
  const inFlight = await measureMcp({ short: true, only: 'in-flight', without })
  return { start, path: ofPath, mcp: { figures: { ...sequential.figures, ...inFlight.figures } } }
}

/** Measures up to twice: what is worse because of other work on the machine is not worse both times. @returns whether it passed */
export async function check() {
  const { ratios: recorded } = JSON.parse(readFileSync(file, 'utf8'))
  let worse = Object.keys(recorded)
  for (let attempt = 0; attempt < 2 && worse.length > 0; attempt++) {
    const measured = ratiosOf(await measureAll())
    console.error(comparisonOf(recorded, measured))
    const worseNow = worseThan(recorded, measured)
    worse = worse.filter((name) => worseNow.includes(name))
  }
  for (const name of worse) console.error(`${name} is more than ${tolerance} times worse than in ratios.json.`)
  return worse.length === 0
}

const parts = {
  read: 'a read through the bridge that asks the server',
  path: 'the path with its trail row: a cached read less `list_servers`',
  provider: 'the provider leg: that read less a cached one',
}

export async function record(measuredOn) {
  const load = Number(loadavg()[0].toFixed(1))
  const measured = await measureAll()
  const { node, cores, figures } = measured.path
  const milliseconds = Object.fromEntries(
    Object.entries(parts).map(([name, what]) => [name, { what, value: figures[name].milliseconds, goal: goals[name] }]),
  )
  const kept = { measuredOn, node, cores, load, milliseconds, ratios: ratiosOf(measured) }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  writeFileSync(document, withSection(readFileSync(document, 'utf8'), sectionOf(kept)))
}
