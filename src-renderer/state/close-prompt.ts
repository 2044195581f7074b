/** Close prompt: the question that main asks when a person closes the window or quits. */

import type { ClosePrompt } from '@shared/program/close-prompt.js'
import { create } from 'zustand'
import { subscribe } from '../bridge.js'

export const useClosePrompt = create<{ readonly question: ClosePrompt | undefined }>(() => ({ question: undefined }))

export const followClosePrompt = (): (() => void) =>
  subscribe('window:leaving', (question) => useClosePrompt.setState({ question }))
