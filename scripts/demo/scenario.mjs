/** Demo scenario: the steps of an AI client, with a line of text for each. */
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const bridge = path.resolve(import.meta.dirname, '..', '..', 'dist', 'stdio-bridge.cjs')

/**
 * @typedef {object} DemoHost the program that the demo runs against
 * @property {(decision: 'approve' | 'deny') => Promise<void>} person answers the question, or leaves it to a real person
 * @property {() => Promise<boolean>} undo takes back the last action; false where a real person can do that
 * @property {string} prompt what to print while the question is open
 * @property {() => Promise<void>} close
 * @property {Promise<unknown>} closed settles when a person closed the program
 */

/** @returns {{ command: string, args: string[] }} what an MCP client runs to reach this gateway */
export const bridgeCommand = (profile) => ({ command: process.execPath, args: [bridge, '--profile', profile] })

/**
 * @param {DemoHost} host
 * @param {string} profile
 * @param {(line: string) => void} say
 */
export async function runScenario(host, profile, say) {
  const client = new Client({ name: 'gatehouse-demo', title: 'Demo client', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ ...bridgeCommand(profile), stderr: 'ignore' }))
  const call = async (name, given) => (await client.callTool({ name, arguments: given })).structuredContent
  const readTime = async () => (await call('world_time_get', { worldName: 'world' })).data.time

  try {
    const { tools } = await client.listTools()
    const ofServers = tools.filter(({ _meta }) => _meta?.layer !== 'meta')
    const examples = ofServers.slice(0, 3).map(({ name }) => name)
    say(`1. An AI client started the bridge and sees ${tools.length} tools: ${examples.join(', ')} and others.`)
    say(`2. It reads the time in "world": ${await readTime()} ticks. Reading needs no approval.`)
    await askForTime('3. It asks to make it night. This changes the world for everyone: high risk.', 13_000, 'approve')
    say(`   The time in "world" is ${await readTime()} ticks.`)
    const undone = await host.undo()
    say(
      undone
        ? `4. The action is undone. The time in "world" is ${await readTime()} ticks.`
        : '4. To undo it, press Undo beside the action in the window.',
    )
    const to = { world: 'world', x: 120, y: 70, z: -40 }
    const moved = await call('player_teleport', { playerName: 'Alex', location: to })
    say(`5. It teleports Alex to ${to.x} ${to.y} ${to.z}: ${outcomeText(moved)}. Medium risk: allowed and logged.`)
    await askForTime('6. It asks again, to make it morning.', 0, 'deny')
    say(`7. The time in "world" is ${await readTime()} ticks. Every step is in the log.`)
  } finally {
    await client.close()
  }

  async function askForTime(sentence, time, decision) {
    say(sentence)
    const given = { worldName: 'world', time, reason: 'The players asked for a moonlit building contest.' }
    const answer = untilDecided(() => call('world_time_set', given))
    say(host.prompt)
    say('    Without a decision the request is denied after five minutes.')
    await host.person(decision)
    say(`    → ${outcomeText(await answer)}`)
  }
}

/** A person may take longer than a client waits: a repeated call joins the open question. */
async function untilDecided(ask) {
  const answer = await ask()
  return answer.error?.code === 'E_RISK_PENDING_APPROVAL' ? untilDecided(ask) : answer
}

const outcomeText = ({ success, error }) => (success ? 'done' : error.message)
