/** Slider: a number from 0 to 100, taken when it is let go. */
import { useEffect, useId, useState } from 'react'
import './slider.css'

export interface SliderProps {
  readonly label: string
  readonly value: number
  /** The value in words, for who cannot see it. */
  readonly said: (value: number) => string
  readonly onChoose: (value: number) => void
}

export const Slider = ({ label, value, said, onChoose }: SliderProps) => {
  const id = useId()
  const [moved, setMoved] = useState(value)
  useEffect(() => setMoved(value), [value])
  const letGo = () => {
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
        onPointerUp={letGo}
        onKeyUp={letGo}
        onBlur={letGo}
      />
    </span>
  )
}
