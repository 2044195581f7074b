/** Leaving: what the shell asks a person who closes the window or quits. */
import { create } from 'zustand'
import type { LeavingQuestion } from '../../src-main/contract/leaving.js'
import { subscribe } from '../bridge.js'

export const useLeaving = create<{ readonly question: LeavingQuestion | undefined }>(() => ({ question: undefined }))

export const followLeaving = (): (() => void) =>
  subscribe('window:leaving', (question) => useLeaving.setState({ question }))
