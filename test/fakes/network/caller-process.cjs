/** Caller process: an AI client of the gateway on the same computer. Each JSON line is a call; each answer is one. */
'use strict'
const { createInterface } = require('node:readline')

const [endpoint, token] = process.argv.slice(2)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function call({ tag, capability, parameters }) {
  const body = JSON.stringify({ parameters })
  const response = await fetch(new URL(`/api/v1/capabilities/${capability}/invoke`, endpoint), {
    method: 'POST',
    headers,
    body,
  })
  const answer = await response.json()
  const { code, details } = answer.error ?? {}
  if (code !== 'SYSTEM.RATE_LIMITED') return { tag, status: response.status, answer }
  await new Promise((resolve) => setTimeout(resolve, details.retryAfterMs))
  return call({ tag, capability, parameters })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const given = JSON.parse(line)
  call(given)
    .catch((error) => ({ tag: given.tag, status: 0, answer: { error: { code: `${error}` } } }))
    .then((answer) => console.log(JSON.stringify(answer)))
})
