/** A demo world as an agent, whose players chat twenty times a second; its first line on standard output is its address. */
import { serveSimulator } from '../../../agents/kit/simulator/simulator.js'

const [, , token = ''] = process.argv
const millisecondsBetween = 50

const { world, address } = await serveSimulator({ port: 0, token })
let made = 0
setInterval(() => {
  made += 1
  world.chat('Steve', `Line ${made} ${'of what players write '.repeat(made % 8)}`)
}, millisecondsBetween)
console.log(address)
