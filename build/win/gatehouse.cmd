@echo off
rem The gatehouse command, in the Node of the installed program.
"%~dp0..\runtime\node.exe" "%~dp0..\programs\cli.cjs" %*
