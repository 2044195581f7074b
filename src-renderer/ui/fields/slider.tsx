/** Slider: a number from 0 to 100, applied when the pointer is released. */
import { useEffect, useId, useState } from 'react'
import './slider.css'

export interface SliderProps {
  readonly label: string
  readonly value: number
  /** The value as text for screen readers. */
  readonly said: (value: number) => string
  readonly onChoose: (value: number) => void
}

export const Slider = ({ label, value, said, onChoose }: SliderProps) => {
  const id = useId()
  const [moved, setMoved] = useState(value)
  useEffect(() => setMoved(value), [value])
  const commit = () => {
    if (moved !== value) onChoose(moved)
  }
  return (
    <span className="slider">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={moved}
        aria-valuetext={said(moved)}
        onChange={(event) => setMoved(Number(event.target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
    </span>
  )
}
