/** Load program: the program behind the window, loaded in parts, because this thread also serves the files of the page. */
import { nextTurn } from '@shared/turns.js'

export async function loadProgram(): Promise<typeof import('./desktop-program.js')['runProgram']> {
  const parts = [
    () => import('./validation/capability-validator.js'),
    () => import('./gateway/gateway.js'),
    () => import('./providers/java/java-provider.js'),
    () => import('./storage/audit-service.js'),
    () => import('./network/http/http-listener.js'),
    () => import('./compose/compose.js'),
  ]
  for (const load of parts) {
    await load()
    await nextTurn()
  }
  const { runProgram } = await import('./desktop-program.js')
  await nextTurn()
  return runProgram
}
