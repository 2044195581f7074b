/** Requests of services to a person, as examples. */
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import { plainAddress } from '@shared/text/plain-address.js'

export function exampleInputs(now: number) {
  const base = {
    server: { id: 'service:tickets', name: 'tickets' },
    caller: { type: 'model', id: 'mcp:claude', name: 'Claude', namedByOwner: true },
    capabilityId: 'ext.tickets.create.ticket',
    capabilityName: 'Create ticket',
    askedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 180_000).toISOString(),
  } as const
  const address = plainAddress('https://login.tickets.example@evil.example/authorize?state=4711')
  if (!address) throw new Error('It is an address.')
  const form: OpenInputRequest = {
    ...base,
    id: 'input-form',
    content: {
      kind: 'form',
      message: 'To create the ticket I need to know how urgent it is, and who should be notified.',
      fields: [
        { kind: 'text', name: 'title', title: 'Title', isRequired: true, default: 'Server lags at night' },
        {
          kind: 'choice',
          name: 'urgency',
          title: 'Urgency',
          isRequired: true,
          options: [
            { value: 'low', title: 'Can wait' },
            { value: 'high', title: 'Today' },
          ],
        },
        {
          kind: 'text',
          name: 'email',
          title: 'Email',
          isRequired: false,
          format: 'email',
          description: 'Where the answer goes.',
        },
        { kind: 'number', name: 'hours', title: 'Hours', isRequired: true, isInteger: true, minimum: 1, maximum: 40 },
        { kind: 'boolean', name: 'notify', title: 'Tell the team', isRequired: false, default: true },
      ],
    },
  }
  const url: OpenInputRequest = {
    ...base,
    id: 'input-url',
    content: { kind: 'url', message: 'Sign in to your ticket account to continue.', address },
  }
  const model: OpenInputRequest = {
    ...base,
    id: 'input-model',
    content: {
      kind: 'model',
      request: {
        model: 'gpt-5-mini',
        systemPrompt: 'You sort tickets. Answer with one word.',
        messages: [{ role: 'user', text: 'Is “The server lags at night” about performance, griefing or payments?' }],
        maxTokens: 200,
        cost: 0.0042,
        left: 0.87,
      },
    },
  }
  return { form, url, model }
}
