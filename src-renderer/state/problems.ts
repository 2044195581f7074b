/**
 * Problems: errors in this page are sent to main, which redacts and logs them.
 *
 * Telling never fails itself, and never tells more than main takes.
 */
import { windowProblemLimits } from '../../src-main/contract/trouble.js'
import { attempt, hasBridge } from '../bridge.js'

/** @param where the screen or part that failed */
export const tellProblem = (where: string, thrown: unknown, stack?: string): void => {
  if (!hasBridge()) return
  const { message, trace } = wordsOf(thrown)
  void attempt('trouble:tell', {
    where: where.slice(0, windowProblemLimits.where),
    message: message.slice(0, windowProblemLimits.message),
    stack: `${trace}${stack ?? ''}`.slice(0, windowProblemLimits.stack),
  })
}

/** Tells what nobody caught. */
export const tellUncaught = (): void => {
  window.addEventListener('error', ({ error, message }) => tellProblem('page', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => tellProblem('promise', reason))
}

/** Anything may be thrown, and looking at it may throw again. */
const wordsOf = (thrown: unknown): { readonly message: string; readonly trace: string } => {
  try {
    return thrown instanceof Error
      ? { message: thrown.message, trace: thrown.stack ?? '' }
      : { message: String(thrown), trace: '' }
  } catch {
    return { message: 'Something that cannot be told.', trace: '' }
  }
}
