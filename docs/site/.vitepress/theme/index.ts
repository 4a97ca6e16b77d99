/**
 * VitePress's own theme, with the headings of the API reference told apart.
 */
import DefaultTheme from "vitepress/theme"
import "./reference.css"

export default DefaultTheme
