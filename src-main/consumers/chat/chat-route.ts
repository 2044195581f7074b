/**
 * Chat route: `POST /api/v1/chat`, for programs with a key: an answer as Server-Sent Events in the wire format of
 * docs/protocol.md#chat-pieces.
 *
 * Enforces invariant 6: tools run with the rights of the key, and risky calls wait for the owner. Enforces invariant 7:
 * bodies, requests and concurrent answers are bounded.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chatBody } from '@contract/chat-api.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ChatPiece } from '@shared/features/chat.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { callerOf } from '../../network/http/authenticated-client.js'
import type { BodyQuota } from '../../network/http/body-quota.js'
import { readJsonBody, refusalOfBody } from '../../network/http/json-body.js'
import { type HttpRefusal, type Refuse, refuseInEnvelope } from '../../network/http/refusal.js'
import type { GuardedRoute } from '../../network/http/route.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import { createRequestChecker } from '../../validation/request-checker.js'
import type { ChatConsumer } from './chat-consumer.js'
import { requestErrorText } from './game-text.js'

/** Maximum bytes of a body: a question has 4,000 characters, and JSON may escape each as six. */
const maxBytes = 32 * 1024

export interface ChatRouteOptions {
  readonly chat: Pick<ChatConsumer, 'answerProgram'>
  readonly bodies: BodyQuota
  readonly clock: Clock
  readonly language: () => AppLanguage
  readonly log: Log
}

export function chatRoute({ chat, bodies, log, language }: ChatRouteOptions): GuardedRoute {
  const { checkBody } = createRequestChecker()
  const streams = new Set<ServerResponse>()

  /** A refused request has the envelope of every route, and the error in the format of the stream. */
  const refuse: Refuse = (response, refusal) =>
    refuseInEnvelope(response, refusal, {
      type: 'error',
      content: requestErrorText(language(), refusal.error),
    } satisfies ChatPiece)

  return {
    path: '/api/v1/chat',
    refuse,
    async handle(request, response, authenticated) {
      if (request.method !== 'POST') {
        response.setHeader('Allow', 'POST')
        return refuse(response, { status: 405, error: onlyPost })
      }
      const body = await readJsonBody(request, bodies.forRequest(authenticated.client, response), maxBytes)
      if (!body.ok) {
        log.warn('a body was refused', { why: body.why })
        return refuse(response, refusalOfBody(body.why, maxBytes))
      }
      const checked = checkBody(chatBody, body.value)
      if (!checked.ok) return refuse(response, wrongBody(checked.problems))
      const { message, server, thinking } = checked.value as { message: string; server?: string; thinking: boolean }
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const caller = callerOf(authenticated, { says: programOf(request), otherwise: 'A program' })
      const started = chat.answerProgram(
        { caller, message, thinking, signal: gone.signal, ...(server && { server }) },
        (piece) => {
          if (!response.writableEnded) response.write(`data: ${JSON.stringify(piece)}\n\n`)
        },
      )
      if (!started.ok) return refuse(response, { status: started.error.httpStatus, error: started.error })
      response.on('error', () => response.destroy())
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      response.flushHeaders()
      streams.add(response)
      await started.ended
      streams.delete(response)
      response.end('data: [DONE]\n\n')
    },
    async close() {
      for (const response of streams) response.end()
    },
  }
}

const programOf = ({ headers }: IncomingMessage): string | undefined =>
  plainName(untrusted(headers['user-agent'])) || undefined

const onlyPost = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This address does not support this method.',
  suggestion: 'Use POST.',
})

function wrongBody(problems: readonly object[]): HttpRefusal {
  const error = new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: 'The body is not valid.',
    suggestion: 'Send {"message": "…"}. The members "server" and "thinking" are optional.',
    details: { errors: problems },
  })
  return { status: error.httpStatus, error }
}
