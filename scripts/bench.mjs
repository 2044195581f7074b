/**
 * `npm run bench [-- TOPIC] [-- --quick]`: measures, and prints JSON on stdout and, where there is one, a table for
 * people on stderr. `--once` measures only enough to see that the topic still runs, as the tests do.
 *
 * `--check` measures shortly and fails where a ratio is more than 1.5 times worse than in `test/bench/ratios.json`; `--record`
 *   measures the same and writes that file, with its section of `docs/performance.md`. Both need `npm run build`.
 * `mcp` (default): how long a read takes from an AI client to the answer; needs `npm run build`, and
 *   installs `supergateway` under `test/bench` the first time unless `--without supergateway` is given.
 * `path`: processor time of the gateway for one request through the bridge, split; needs `npm run build`.
 * `contract`: manifests, arguments, registration, tools, events, and server updates sent to pages.
 * `java`: commands over RCON beside a bare client, a log, a block snapshot, an incremental backup beside `rsync`.
 * `java-agent`: a call and events of the agent in Java, beside the one in TypeScript and a bare WebSocket echo in Java; needs a
 *   JDK, and `mvn package` in `agents/java`.
 * `services`: a tool of another MCP server through Gatehouse, directly, through `supergateway` and `mcp-remote`, and through
 *   `mcp-hub`; the list of ten services, a reload, and memory; needs `npm run build`, and installs the others unless
 *   `--without supergateway --without mcp-hub` is given.
 * `build`: reading and drawing plans of builds, and their pictures.
 * `start`: the headless program beside bare Node, until it is ready; needs `npm run build`.
 * `scale`: many servers and capabilities, and a long day.
 * `desktop`: the window with ten servers and a hundred thousand events; needs `npm run build` and a display, or Xvfb.
 * `soak`: whether memory, handles or threads of the headless program grow in a busy hour (`--minutes N`); needs `npm run build`.
 * `questions`: how often an owner is asked in twenty ordinary sessions, by posture.
 * `votes`: counting the votes of viewers.
 * `audit`: adding a row to the audit trail, opening a large one, searching it.
 */
import { parseArgs } from 'node:util'

const topics = {
  mcp: () => import('../test/bench/mcp.mjs'),
  path: () => import('../test/bench/path.mjs'),
  contract: () => import('../test/bench/contract.mjs'),
  java: () => import('../test/bench/java.mjs'),
  remote: () => import('../test/bench/remote.mjs'),
  'java-agent': () => import('../test/bench/java-agent.mjs'),
  audit: () => import('../test/bench/audit.mjs'),
  build: () => import('../test/bench/build.mjs'),
  start: () => import('../test/bench/start.mjs'),
  scale: () => import('../test/bench/scale.mjs'),
  services: () => import('../test/bench/services.mjs'),
  desktop: () => import('../test/bench/desktop.mjs'),
  questions: () => import('../test/bench/questions.mjs'),
  votes: () => import('../test/bench/votes.mjs'),
  soak: () => import('../test/bench/soak.mjs'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    once: { type: 'boolean' },
    only: { type: 'string' },
    without: { type: 'string', multiple: true },
    minutes: { type: 'string' },
    'cpu-prof': { type: 'string' },
    check: { type: 'boolean' },
    record: { type: 'boolean' },
  },
})
if (values.check || values.record) {
  const { check, record } = await import('../test/bench/check.mjs')
  if (values.record) await record(new Date().toISOString().slice(0, 10))
  else if (!(await check())) process.exitCode = 1
} else await measureTopic()

async function measureTopic() {
  const topic = topics[positionals[0] ?? 'mcp']
  if (!topic) throw new Error(`There is no benchmark ${positionals[0]}; there are ${Object.keys(topics).join(', ')}.`)
  const { measure, tableOf } = await topic()
  const { quick, once, only, without, minutes, 'cpu-prof': profileInto } = values
  const result = await measure({ quick, once, only, without, minutes, profileInto })
  console.log(JSON.stringify(result, null, 2))
  if (tableOf) console.error(tableOf(result))
}
