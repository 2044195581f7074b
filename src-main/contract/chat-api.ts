/** Chat API: the requests to `POST /api/v1/chat` and its stream, for validation and documentation. */

export const chatPath = '/chat'

export const chatBody = {
  type: 'object',
  required: ['message'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', minLength: 1, maxLength: 4_000 },
    server: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'Id or name of the server that tools act on. Default: all servers of the key.',
    },
    thinking: { type: 'boolean', default: true, description: 'Whether the thinking of the model is streamed too.' },
  },
} as const

/** See docs/protocol.md#chat-pieces. */
export const chatPiece = {
  type: 'object',
  required: ['type', 'content'],
  properties: {
    type: { type: 'string', enum: ['content', 'reasoning', 'error'] },
    content: { type: 'string' },
  },
  description: 'One piece of the answer; after the last one comes the line "data: [DONE]".',
} as const
