print("To do")
