/** The browser of a client's home: it opens an address, waits where a page says so, and follows redirects. */
import { setTimeout as pause } from 'node:timers/promises'

const mostPages = 10
let address = process.argv.at(-1)

for (let page = 0; address && page < mostPages; page += 1) {
  const response = await open(address)
  const next = response.headers.get('location') ?? /url=(.*)$/u.exec(response.headers.get('refresh') ?? '')?.[1]
  address = next && new URL(next, address).href
}

/** Some clients open the browser before they listen for its answer; a person would load the page again. */
async function open(url, left = 20) {
  try {
    return await fetch(url, { redirect: 'manual', headers: { connection: 'close' } })
  } catch (error) {
    if (left === 0 || error.cause?.code !== 'ECONNREFUSED') throw error
    await pause(250)
    return open(url, left - 1)
  }
}
