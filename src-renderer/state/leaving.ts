/** Leaving: the question that main asks when a person closes the window or quits. */

import type { LeavingQuestion } from '@shared/program/leaving.js'
import { create } from 'zustand'
import { subscribe } from '../bridge.js'

export const useLeaving = create<{ readonly question: LeavingQuestion | undefined }>(() => ({ question: undefined }))

export const followLeaving = (): (() => void) =>
  subscribe('window:leaving', (question) => useLeaving.setState({ question }))
