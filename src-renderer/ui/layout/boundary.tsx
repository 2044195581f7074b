/**
 * Boundary: an error inside it does not affect the rest. It is sent to main, and a message is shown in its place.
 *
 * Guards that a screen that fails to render affects neither the window nor a question.
 */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportProblem } from '../../state/problems.js'

export interface BoundaryProps {
  /** The screen or part, as the log names it. */
  readonly where: string
  /** Replaces it. @param again tries to render it again */
  readonly instead: (again: () => void) => ReactNode
  readonly children: ReactNode
}

export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reportProblem(this.props.where, error, componentStack ?? undefined)
  }

  readonly #again = () => this.setState({ failed: false })

  override render(): ReactNode {
    return this.state.failed ? this.props.instead(this.#again) : this.props.children
  }
}
