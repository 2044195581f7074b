/**
 * Ratios: the figures of the benchmark that are kept in the repository, and whether a run is worse than them.
 *
 * Only ratios to a floor or to another program in the same run are kept: they mean nearly the same on every machine.
 */

/** How many times worse than what is kept a ratio may be. Below it, two runs of the same program differ. */
export const tolerance = 1.5

/** What is kept, in the order of the table. `better`: which way a figure is better. */
export const kept = {
  'path.ping': { what: 'Processor time of a `ping`', of: 'a tool of a bare SDK server', better: 'lower' },
  'path.listServers': { what: 'Processor time of `list_servers`', of: 'a tool of a bare SDK server', better: 'lower' },
  'path.cachedContext': {
    what: 'Processor time of a read that is cached',
    of: 'a tool of a bare SDK server',
    better: 'lower',
  },
  'path.read': {
    what: 'Processor time of a read that asks the server',
    of: 'a tool of a bare SDK server',
    better: 'lower',
  },
  'path.bridge': {
    what: 'Processor time of the bridge for a read',
    of: 'a tool of a bare SDK server',
    better: 'lower',
  },
  'mcp.p50': { what: 'p50 of a read, one after the other', of: '`mcp-remote`', better: 'lower', goal: 0.25 },
  'mcp.calls': { what: 'Reads a second, 32 in flight', of: '`mcp-remote`', better: 'higher', goal: 4 },
  'start.processor': { what: 'Processor time until the headless program is ready', of: 'bare Node', better: 'lower' },
  'start.resident': { what: 'Memory of the headless program when it is ready', of: 'bare Node', better: 'lower' },
}

/** The ratios of one run of each topic. */
export function ratiosOf({ path, mcp, start }) {
  const timesFloor = (figures, what) => figures.find((one) => one.what.startsWith(what))?.timesFloor
  const ofPath = Object.entries(path.figures)
    .filter(([name]) => `path.${name}` in kept)
    .map(([name, { timesFloor }]) => [`path.${name}`, timesFloor])
  return {
    ...Object.fromEntries(ofPath),
    'mcp.p50': mcp.figures.sequential.gatehouse.p50OfMcpRemote,
    'mcp.calls': mcp.figures['in-flight'].gatehouse.callsTimesMcpRemote,
    'start.processor': timesFloor(start.figures.headless, 'processor time'),
    'start.resident': timesFloor(start.figures.headless, 'resident'),
  }
}

/** How many times worse a ratio is; below 1 where it is better. */
const worseBy = ({ better }, recorded, measured) => (better === 'lower' ? measured / recorded : recorded / measured)

/** The names of ratios that are worse than the tolerance. What was not measured counts as worse. */
export const worseThan = (recorded, measured) =>
  Object.keys(kept).filter((name) => {
    if (recorded[name] === undefined) return false
    return !(worseBy(kept[name], recorded[name], measured[name]) <= tolerance)
  })

/** Lines for people: each ratio beside what is kept. */
export const comparisonOf = (recorded, measured) =>
  Object.entries(kept)
    .map(([name, { what }]) => `  ${what.padEnd(50)}${column(measured[name])}  kept ${column(recorded[name])}`)
    .join('\n')

const column = (value) => `${value ?? '-'}`.padStart(8)

export const [sectionBegins, sectionEnds] = ['<!-- ratios: begin -->', '<!-- ratios: end -->']

export const verdictOf = (measured, goal, better) =>
  (better === 'lower' ? measured <= goal : measured >= goal) ? 'met' : 'not met'

const verdictOn = (measured, goal, better) => verdictOf(measured, goal, better).replace('not met', '**not met**')

/** The section of `docs/performance.md` that is made of what is kept. */
export function sectionOf({ measuredOn, node, cores, load, milliseconds, ratios }) {
  const rows = Object.entries(kept).map(([name, { what, of, goal, better }]) => {
    const measured = ratios[name]
    const judged = goal === undefined ? ' | ' : `${goal} × | ${verdictOn(measured, goal, better)}`
    return `| ${what} | ${measured} × ${of} | ${judged} |`
  })
  const parts = Object.entries(milliseconds).map(
    ([, { what, value, goal }]) => `| ${what} | ${value} ms | ${goal} ms | ${verdictOn(value, goal, 'lower')} |`,
  )
  return [
    sectionBegins,
    `\`npm run bench -- --record\` on ${measuredOn}, Node ${node}, ${cores} cores, with a load of ${load} from other work before it began.`,
    'Where the load is above the number of cores, figures that are no processor time mostly measure the wait for a core.',
    '',
    '| figure | measured | goal | |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Processor time of the gateway for each request, with what it leaves for later and without the simulator:',
    '',
    '| part | measured | goal | |',
    '|---|---|---|---|',
    ...parts,
    sectionEnds,
  ].join('\n')
}

/** A document with its section replaced. @throws Error when it has none */
export function withSection(document, section) {
  const [from, to] = [document.indexOf(sectionBegins), document.indexOf(sectionEnds)]
  if (from < 0 || to < from) throw new Error('The document has no section of ratios.')
  return document.slice(0, from) + section + document.slice(to + sectionEnds.length)
}
