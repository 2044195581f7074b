/** Chat refusals: why a program's question is not answered. */
import { GatewayError } from '@contract/gateway-error.js'

export const roleIsTooLow = new GatewayError('PERMISSION.DENIED', {
  message: 'This key cannot ask the AI, because each question costs the owner money.',
  suggestion: 'Ask the owner to give the key the role operator or higher.',
})

export const chatIsOff = new GatewayError('RISK.OPERATION_BLOCKED', {
  message: 'AI in chat is off.',
  suggestion: 'Only the owner can turn it on, in the Gatehouse window.',
})

export const spendingIsUnknown = new GatewayError('RISK.OPERATION_BLOCKED', {
  message: 'What the chat spent today is not known, because the file of its state cannot be used.',
  suggestion: 'Only the owner can repair it. The log of Gatehouse says how.',
})

export const budgetIsUsed = new GatewayError('SYSTEM.RATE_LIMITED', {
  message: 'The daily limit of the chat is used up.',
  suggestion: 'Try again tomorrow, or ask the owner for a higher limit.',
})
