@echo off
rem The gatehouse command: the installed program as plain Node.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Gatehouse.exe" "%~dp0..\app.asar\dist\cli.cjs" %*
