/** People errors: why a person or a way cannot be added, changed or removed. */
import { GatewayError } from '@contract/gateway-error.js'

const invalid = (message: string, suggestion: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion })

export const unusable = (): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'The list of people cannot be used.',
    suggestion:
      'Repair or remove people.sqlite in the profile (state.sqlite too, if the log says so), then start Gatehouse again.',
  })

export const tooManyPeople = (most: number): GatewayError =>
  invalid(`There are already ${most} people.`, 'Remove a person who is no longer needed, then try again.')

export const tooManyWays = (most: number): GatewayError =>
  invalid(`This person already answers in ${most} places.`, 'Remove a place that is no longer needed, then try again.')

export const noSuchPerson = (): GatewayError => invalid('There is no such person.', 'Check the list again.')

export const noSuchWay = (): GatewayError =>
  invalid('Nobody answers there any more.', 'Check the list of people again.')

export const invalidTerms = (): GatewayError =>
  invalid(
    'This name is taken or cannot be used.',
    'Choose an unused name of 1 to 40 visible characters, and a role of the list.',
  )

export const invalidWay = (): GatewayError =>
  invalid('This place to answer is not complete.', 'Start again, and check the name and the code.')

export const alreadySomebodys = (): GatewayError =>
  invalid('This belongs to a person already.', 'Remove it from that person first, then try again.')

export const notTheDesktop = (): GatewayError =>
  invalid('You are always an owner at this computer.', 'Change or remove another person.')

export const lastOwner = (): GatewayError =>
  invalid('This is the last owner.', 'Make another person an owner first, then try again.')

export const anotherOwner = (): GatewayError =>
  new GatewayError('PERMISSION.DENIED', {
    message: 'Another owner adds their own places to answer.',
    suggestion: 'They can do it in their window, or at the computer of the gateway.',
  })
