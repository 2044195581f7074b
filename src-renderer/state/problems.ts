/**
 * Problems: errors in this page are sent to main, which redacts and logs them.
 *
 * Reporting never throws, and never sends more than main accepts.
 */
import { windowProblemLimits } from '@shared/program/crash-state.js'
import { attempt, hasBridge } from '../bridge.js'

/** @param where the screen or part that failed */
export const reportProblem = (where: string, thrown: unknown, stack?: string): void => {
  if (!hasBridge()) return
  const { message, trace } = wordsOf(thrown)
  void attempt('crash:report', {
    where: where.slice(0, windowProblemLimits.where),
    message: message.slice(0, windowProblemLimits.message),
    stack: `${trace}${stack ?? ''}`.slice(0, windowProblemLimits.stack),
  })
}

/** Reports uncaught errors. */
export const reportUncaughtErrors = (): void => {
  window.addEventListener('error', ({ error, message }) => reportProblem('page', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportProblem('promise', reason))
}

/** Anything may be thrown, and reading it may throw again. */
const wordsOf = (thrown: unknown): { readonly message: string; readonly trace: string } => {
  try {
    return thrown instanceof Error
      ? { message: thrown.message, trace: thrown.stack ?? '' }
      : { message: String(thrown), trace: '' }
  } catch {
    return { message: 'A value that cannot be shown.', trace: '' }
  }
}
