/**
 * Boundary: an error inside it does not affect the rest. It is sent to main, and a message is shown in its place.
 *
 * Guards that one screen that cannot be drawn takes neither the window nor a question with it.
 */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportProblem } from '../state/problems.js'

export interface BoundaryProps {
  /** The screen or part, as the log names it. */
  readonly where: string
  /** What stands in its place. @param again tries to draw it once more */
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
