/** The error catalogue as a document: `docs/errors.md`. */
import path from 'node:path'
import { loaded } from './loaded-module.mjs'

const intro = `# Errors

<!-- Generated from src-main/contract/error-catalogue.ts by \`npm run generate\`. Do not edit. -->

Every failure that leaves Gatehouse is an object \`{ code, message, suggestion, details?, cause?, documentation? }\`
(specification 1, section 5.1; \`schemas/error-v1.json\`). \`code\` is one of these. Towards MCP clients it reads \`E_\` and the code
with underscores, and the contract's code stands beside it as \`contractCode\`. \`cause\` is the failure behind this one, five deep at
most. \`documentation\` points to the same texts, which a running Gatehouse shows at \`/errors\`.

An agent may say any of these codes. What it says beyond them becomes \`BUSINESS.OPERATION_FAILED\` with its own code in
\`details.providerCode\`.
`

const groups = {
  SYSTEM: 'System (1xxxx)',
  PROTOCOL: 'Protocol (2xxxx)',
  AUTH: 'Who asks (3xxxx)',
  PERMISSION: 'What they may (3xxxx)',
  BUSINESS: 'The game (4xxxx)',
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

Failures of other MCP servers and of a XiaoZhi connection also have a number (specification 5, section 4), in
\`details.serviceCode\`. The code beside it is the one of this catalogue.
`

const handlings = {
  refuse: 'What it concerns does not start',
  mark: 'Logged and shown as failed',
  answer: 'An error result of the call',
  reconnect: 'Dialed again, each time after a longer wait',
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
