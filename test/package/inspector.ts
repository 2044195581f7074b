/** Looks into the main process of a program that listens for a debugger; the hardened one does not. */
import { WebSocket } from 'ws'

export async function evaluate<T>(address: string, expression: string): Promise<T> {
  const socket = new WebSocket(address)
  try {
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    const answer = new Promise<T>((resolve, reject) => {
      socket.on('message', (data) => {
        const { id, result, error } = JSON.parse(String(data))
        if (id !== 1) return
        if (error) reject(new Error(error.message))
        else if (result.exceptionDetails)
          reject(new Error(result.exceptionDetails.exception?.description ?? 'It threw.'))
        else resolve(result.result.value)
      })
    })
    const params = { expression, awaitPromise: true, returnByValue: true, includeCommandLineAPI: true }
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    return await answer
  } finally {
    socket.terminate()
  }
}
