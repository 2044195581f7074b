/** The error catalogue as a document: `docs/errors.md`. */
import path from 'node:path'
import { loaded } from './loaded-module.mjs'

const intro = `# Errors

<!-- Generated from src-main/contract/error-catalogue.ts by \`npm run generate\`. Do not edit. -->

Every error that Gatehouse sends is an object \`{ code, message, suggestion, details?, cause?, documentation? }\`
([docs/protocol.md](protocol/calls.md#errors); \`schemas/error-v1.json\`). \`code\` is one of these. MCP clients get \`E_\` and the code
with underscores, and this code as \`contractCode\`. \`cause\` is the underlying error, at most five levels
deep. \`documentation\` links to these texts, which a running Gatehouse serves at \`/errors\`.

An agent may send any of these codes. Any other code becomes \`BUSINESS.OPERATION_FAILED\`, with the agent's code in
\`details.providerCode\`.
`

const groups = {
  SYSTEM: 'System (1xxxx)',
  PROTOCOL: 'Protocol (2xxxx)',
  AUTH: 'Authentication (3xxxx)',
  PERMISSION: 'Permissions (3xxxx)',
  BUSINESS: 'Game (4xxxx)',
  RISK: 'Risk and approval (5xxxx)',
}

/**
 * @param {string} root of the repository
 * @returns {Promise<string>}
 */
export async function errorDocument(root) {
  const catalogue = await loaded(path.join(root, 'src-main', 'contract', 'error-catalogue.ts'), 'errorCatalogue')
  const sections = Object.entries(groups).map(([category, title]) => {
    const rows = Object.entries(catalogue).filter(([code]) => code.startsWith(`${category}.`))
    return [`## ${title}`, ...rows.map(describe)].join('\n\n')
  })
  const numbers = await loaded(path.join(root, 'src-main', 'contract', 'service-error.ts'), 'serviceErrors')
  return `${[intro.trim(), ...sections, servicesIntro.trim(), serviceTable(numbers)].join('\n\n')}\n`
}

const servicesIntro = `
## Services (1001-5000)

Errors of other MCP servers and of a XiaoZhi connection also have a number ([docs/protocol.md](protocol/services.md#services-errors)), in
\`details.serviceCode\`. The code beside it is from this catalogue.
`

const handlings = {
  refuse: 'The part it concerns does not start',
  mark: 'Logged and shown as failed',
  answer: 'An error result of the call',
  reconnect: 'Reconnects with increasing delays',
  truncate: 'Cut, with a warning',
}

const retries = { never: 'no', limited: 'a limited number of times', forever: 'until it works' }

const serviceTable = (numbers) =>
  [
    '| number | name | code | what happens | retried | what to do |',
    '|---|---|---|---|---|---|',
    ...Object.entries(numbers).map(
      ([number, { name, code, handling, retry, message, suggestion }]) =>
        `| ${number} | \`${name}\` | \`${code}\` | ${message} ${handlings[handling]}. | ${retries[retry]} | ${suggestion} |`,
    ),
  ].join('\n')

const describe = ([code, { httpStatus, message, when, suggestion }]) =>
  [
    `### \`${code}\``,
    `HTTP ${httpStatus}, MCP \`E_${code.replaceAll('.', '_')}\`. ${message}`,
    `*When:* ${when}`,
    `*What to do:* ${suggestion}`,
  ].join('\n\n')
