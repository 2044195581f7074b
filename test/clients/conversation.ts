/** Conversation: a client makes the calls of a script, by the scripted model or one command each. */
import type { Agent, Caller } from './client.js'
import { lastWords, type ScriptedCall } from './model/scripted-model.js'
import { UnexpectedBehaviour } from './observation.js'
import type { ClientScene } from './scene.js'

export interface Conversation {
  /** What the model read of each call. */
  readonly results: readonly string[]
  /** The names of all tools as the client offered them. */
  readonly offered: readonly string[]
}

/** Plays a script to its end. @throws UnexpectedBehaviour when the client ends before it, or badly */
export function play(scene: ClientScene, script: readonly ScriptedCall[]): Promise<Conversation> {
  const { client } = scene
  return 'call' in client ? playByCommands(scene, client, script) : playWithModel(scene, client, script)
}

async function playWithModel(scene: ClientScene, client: Agent, script: readonly ScriptedCall[]) {
  const { home, model } = scene
  model.play(script)
  const { code, output } = await home.run(client.ask('Do what the script says.', home.at))
  const { results, failures } = model
  // A mistake of ours says nothing about the client.
  const mistake = failures.find((failure) => !(failure instanceof UnexpectedBehaviour))
  if (mistake) throw mistake
  const hasEndedWell = code === 0 && output.includes(lastWords)
  if (failures.length > 0 || results.length !== script.length || !hasEndedWell) {
    const refusal = failures.find((failure) => failure instanceof UnexpectedBehaviour)
    const seen = refusal?.seen ?? (hasEndedWell ? results.at(-1) : undefined) ?? lastLineOf(output)
    throw new UnexpectedBehaviour(`It made ${results.length} of ${script.length} calls.`, seen, output)
  }
  const { tools = [], deferred = [] } = model.requests.at(-1)?.prompt ?? {}
  return { results, offered: [...tools, ...deferred].map(({ name }) => name) }
}

async function playByCommands({ home }: ClientScene, client: Caller, script: readonly ScriptedCall[]) {
  const results: string[] = []
  for (const { tool, arguments: given = {}, before } of script) {
    await before?.()
    const { output } = await home.run(client.call(tool, typeof given === 'function' ? given(results) : given))
    results.push(output)
  }
  const { output } = await home.run(client.listTools)
  return { results, offered: output.match(/\w+/gu) ?? [] }
}

/** The last line about an error, else the last one. */
function lastLineOf(output: string): string {
  const lines = output.trim().split('\n')
  return lines.findLast((line) => /error|unauthori[sz]ed/iu.test(line)) ?? lines.at(-1) ?? ''
}
