"""What runs inside of the sandbox. It knows nothing of the course, and is all of ours that a student's code can see."""
